# The commands people type. The build is described in CMakeLists.txt, longer commands are in scripts/.
prefix ?= /usr/local
SPEC ?= siam
PORT ?= 8080
SUITE ?= trixie

# Where scripts/setup puts a newer Node.js than the machine has.
export PATH := $(CURDIR)/build/node/node_modules/node/bin:$(PATH)

.DEFAULT_GOAL := build
.NOTPARALLEL: # each of these commands uses all processors itself
.PHONY: help port elsewhere run play build web test fuzz soak portable steady steady-web bench signature strength install format tidy coverage clean load crash

help: ## list these commands
	@grep -E '^[^ :]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([^ :]+):.*## /  make \1\t/' | expand -t 17

port:
	@scripts/port-free $(PORT)

run: port build web ## build everything, then serve the pages on http://localhost:8080 (PORT=8080)
	@build/release/bin/tablier serve --port $(PORT)

play: build ## build, then play at this terminal against the engine (SPEC=siam)
	@build/release/bin/tablier play $(SPEC)

web: ## install what is missing and build the pages
	@scripts/setup run
	@scripts/web build

build: ## install what is missing and build the release
	@scripts/setup run
	@scripts/build release -DTABLIER_TESTS=OFF

test: ## everything that must hold before a change is merged
	@scripts/setup test
	@scripts/test

steady-web: ## the tests in a browser again and again on busy processors: which fail how often (RUNS=10)
	@scripts/setup test
	@scripts/build release
	@scripts/web build
	@scripts/steady-web $${RUNS:-10}

elsewhere: ## the same, and `make run`, on a bare machine of Debian 13 (SUITE=bookworm: 12)
	@scripts/elsewhere $(SUITE)

fuzz: ## fuzz every parser for a long time (FUZZ_SECONDS=600 each)
	@scripts/setup test
	@scripts/build fuzz
	@scripts/fuzz $${FUZZ_SECONDS:-600}

soak: ## random play checks on many more games (SOAK=100 times as many), and `make portable`
	@scripts/setup test
	@scripts/soak $${SOAK:-100}

portable: ## build for other processors (ARM, big-endian) and compare what the programs answer
	@scripts/setup portable
	@scripts/portable

steady: ## release tests again and again beside two busy loops (RUNS=50)
	@scripts/setup test
	@scripts/build release
	@scripts/steady $${RUNS:-50}

bench: build ## speeds and signatures of every game
	@build/release/bin/tablier bench

load: build ## put a load on the service and see how it bears it (SECONDS=20 a step, STORE=postgresql)
	@scripts/setup test
	@scripts/load build/release $${SECONDS:-20} $${STORE:-sqlite}

crash: build ## kill the service, PostgreSQL, and one of two servers, again and again while 200 games are played (ROUNDS=20)
	@scripts/setup test
	@export TABLIER=build/release/bin/tablier LOAD=build/release/bin/load TABLIER_TEST_SECONDS=600 CRASH_ROUNDS=$${ROUNDS:-20}; \
		CRASH_GAMES=200 node --test-reporter=spec tests/server/check_crash.mjs && \
		CRASH_GAMES=200 node --test-reporter=spec tests/server/check_postgresql.mjs && \
		CRASH_GAMES=40 TEST_STORE=postgresql scripts/postgresql run node --test-reporter=spec tests/server/check_nodes.mjs

signature: build ## write down what the search does now, for the test that compares it
	@scripts/signature build/release/bin/tablier

strength: build ## measure the engine and write docs/strength.md (takes hours)
	@scripts/strength $(STRENGTH)

install: web ## install below prefix=/usr/local (and DESTDIR)
	@scripts/build release -DTABLIER_TESTS=OFF -DCMAKE_INSTALL_PREFIX=$(prefix)
	@DESTDIR=$(DESTDIR) cmake --install build/release

format: ## lay out every source file
	@scripts/setup test
	@scripts/format

tidy: ## static checks of every source file
	@scripts/setup test
	@scripts/tidy

coverage: ## test coverage, as a table and in build/coverage/html
	@scripts/setup coverage
	@scripts/coverage

clean: ## remove everything that was built
	@rm -rf build web/dist
