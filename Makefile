# Targets over the npm scripts of package.json. `make` without a target lists them.
.DEFAULT_GOAL := help
# Every target is a command.
.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' Makefile)

RUN := @npm run --silent

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' Makefile

# These say what to install before anything is downloaded or built.
check-node:
	@sh tools/prerequisites.sh
check-cli:
	@sh tools/prerequisites.sh cli

# npm writes this file last. If it is older than the lock file, the packages are out of date.
node_modules/.package-lock.json: package-lock.json | check-node
	@if [ -L node_modules ]; then echo "make failed: node_modules: is a link, and npm would empty the folder behind it. Install there, or remove the link." >&2; exit 1; fi
	npm ci --include=dev --no-audit --no-fund --loglevel=error
	@touch $@

build: node_modules/.package-lock.json ## the plugin, runnable in provider/bin
	$(RUN) build

generate: node_modules/.package-lock.json ## messages, types, formatted schema and SDKs again, from their sources (needs Go)
	$(RUN) generate

sdk: node_modules/.package-lock.json ## the npm package of the TypeScript SDK in sdk/nodejs/bin
	$(RUN) sdk

sdks: node_modules/.package-lock.json ## the SDKs that are not in the repository, sdk/java and sdk/dotnet (needs Go)
	$(RUN) sdks

tools: check-cli node_modules/.package-lock.json ## the Pulumi CLI: the one on the PATH, else one built into .tools/bin (needs Go)
	$(RUN) tools

lint: sdk ## ESLint, Prettier, TypeScript
	$(RUN) lint

test: check-cli build sdk tools ## the tests that end within minutes; property tests with fewer cases than in test-all
	@INVARIANT_FACTOR=$${INVARIANT_FACTOR:-0.4} npm run --silent test

test-all: check-cli build sdk tools ## all tests but those on a real Elasticsearch
	$(RUN) test:all

test-elasticsearch: build ## the tests on a real Elasticsearch node, which is fetched (needs Maven and Java)
	$(RUN) test:elasticsearch

test-nodes: build ## tests at the port under each supported version of Node.js (linux x64), whose binaries are fetched
	$(RUN) test:nodes

test-sdks: check-cli build sdk tools ## the tests of the packages in sdk, with the tools of their languages, which are fetched (needs Python, Go, Maven and Java)
	$(RUN) test:sdks

test-examples: check-cli build sdk tools ## the programs of examples/tokens with the compilers of their languages (needs Python, Go, Maven and Java)
	$(RUN) test:examples

test-site: node_modules/.package-lock.json ## the site in a headless browser (fetches VitePress; needs Chromium)
	$(RUN) test:site

demo: check-cli build sdk tools ## the main job on an embedded emulator; ENDPOINT=https://... takes your cluster instead
	@ELASTICSEARCH_ENDPOINTS="$$ENDPOINT" npm run --silent demo

emulators: node_modules/.package-lock.json ## emulators of all services, and the settings for them, until Ctrl-C; PORT=7500 is the first of their four ports
	@node --import tsx tests/emulators/main.ts $(PORT)

bench: check-cli build sdk tools ## what a user waits for, as ratios, beside the official provider server; writes bench/results.json (some fifteen minutes)
	$(RUN) bench

site: node_modules/.package-lock.json ## the documents as a static site with a search, in site/dist (fetches VitePress)
	$(RUN) site

dist: build ## archives of the plugin for all platforms, with their checksums, in dist (fetches the binaries of Node.js)
	$(RUN) dist

release: node_modules/.package-lock.json ## VERSION=x.y.z: sets the version everywhere, writes the changelog entry, builds all archives and packages; publishes nothing (needs Go, Python, Maven and Java)
	$(RUN) release -- "$(VERSION)" $(if $(FROM),--from "$(FROM)") $(if $(SKIP),--skip "$(SKIP)")

install: build ## copies the plugin to where your Pulumi CLI finds it (PULUMI_HOME or ~/.pulumi)
	$(RUN) install:plugin

clean: ## removes what was built, but for .tools and node_modules
	rm -rf provider/bin provider/bin.* sdk/nodejs/bin coverage dist site/dist site/pages site/.vitepress/cache

distclean: clean ## removes those, too
	rm -rf .tools node_modules site/node_modules
