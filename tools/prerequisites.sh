#!/bin/sh
# Checks what make needs, before it downloads or builds anything: Node.js, and with the argument "cli" also the Pulumi CLI or Go, which can
# build it. tools/pulumi.ts makes the final choice of the CLI, by its language hosts as well.
set -u
root=${0%/*}/..

# is_new_enough VERSION MAJOR MINOR
is_new_enough() {
  number=${1#v}
  case $number in [0-9]*.[0-9]*) ;; *) return 1 ;; esac
  major=${number%%.*} rest=${number#*.}
  minor=${rest%%.*}
  [ "$major" -gt "$2" ] || { [ "$major" -eq "$2" ] && [ "$minor" -ge "$3" ]; }
}

# is_usable PROGRAM: whether it is a Pulumi CLI that can be used
is_usable() {
  version=$(PULUMI_SKIP_UPDATE_CHECK=true "$1" version 2>/dev/null) && is_new_enough "$version" 3 150
}

if ! node=$(command -v node) || ! is_new_enough "$("$node" --version)" 20 15; then
  echo "make failed: node: not found on the PATH, or older than 20.15. Install Node.js (https://nodejs.org/en/download) and run make again." >&2
  exit 1
fi
[ "${1-}" = cli ] || exit 0

for program in "$(command -v pulumi)" "${HOME-}/.pulumi/bin/pulumi"; do
  [ ! -x "$program" ] || ! is_usable "$program" || exit 0
done
[ ! -x "$root/.tools/bin/pulumi" ] || exit 0
! command -v go >/dev/null 2>&1 || exit 0

cat >&2 <<'END'
make failed: pulumi: version 3.150 or newer is neither on the PATH nor in ~/.pulumi/bin. Install the Pulumi CLI and run make again:

  curl -fsSL https://get.pulumi.com | sh

https://www.pulumi.com/docs/install/ lists other ways. With Go 1.25 or newer (https://go.dev/dl/), make builds the CLI from source instead,
which takes about six minutes on two cores.
END
exit 1
