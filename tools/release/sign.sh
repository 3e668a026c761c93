#!/bin/sh
# Signs the files of a Maven repository with the only secret key of GnuPG, and packs them as Maven Central takes them.
#   sign.sh FOLDER BUNDLE.zip
set -eu
folder=$1
bundle=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
cd "$folder"
find . -type f \( -name '*.jar' -o -name '*.pom' \) -exec gpg --batch --yes --armor --detach-sign {} \;
rm -f "$bundle"
zip --quiet --recurse-paths "$bundle" .
