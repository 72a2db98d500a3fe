# The commands that people and CI use; `make help` lists them.
SWIFT ?= swift
# One set of flags for everything, so that one build serves all. -O2 reaches C alone: scrypt at -O0 takes ten seconds.
FLAGS ?= -Xcc -O2
DOCC_TARGETS = Headrace HeadraceFlow HeadraceTesting HeadraceLogging HeadraceTracing
LINTED = Package.swift Sources $(filter-out Tests/HeadraceMacrosTests,$(wildcard Tests/*)) \
  Tests/HeadraceMacrosTests/Package.swift Tests/HeadraceMacrosTests/Expansions Examples Benchmarks/Package.swift \
  $(addprefix Benchmarks/Sources/,BenchmarkSupport BenchmarkTable HeadraceBenchmarks EthereumBenchmarks)
SANITIZED = ^(Headrace(|Flow|Testing|Logging|Tracing)|GeneratedAttack)Tests\.
# How often 'make crash-test' kills, and the seed of its plan; without one it takes a new seed.
KILLS ?= 300
SEED ?=
# Tests of small stacks, and of exact stack depth.
NOT_SANITIZED = LargeStateTests|DeepEffectTests|NestingAttacks

.DEFAULT_GOAL := help
.PHONY: help prepare build demo test test-expansions macros-off crash-test check sanitize lint docs bench bench-check clean

help: ## Lists these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

prepare: ## Installs what Debian packages are missing, or says which
	@Scripts/prepare.sh

build: prepare ## Builds everything but the tests
	$(SWIFT) build $(FLAGS)

demo: prepare ## Runs the wallet's whole story on a chain of its own
	$(SWIFT) build $(FLAGS) --product wallet
	@$$($(SWIFT) build $(FLAGS) --show-bin-path)/wallet demo

test: prepare ## Runs all tests, with a real EVM where PyPI can be reached
	@Scripts/evm-venv.sh
	$(SWIFT) test $(FLAGS) --skip GeneratedAttackTests
	$(SWIFT) test $(FLAGS) --skip-build --filter GeneratedAttackTests
	@$(MAKE) --no-print-directory test-expansions
	@WALLET="$$($(SWIFT) build $(FLAGS) --show-bin-path)/wallet" Scripts/crash-test.sh --short

crash-test: prepare ## Kills 'wallet send' 300 times, and counts what was paid (SEED=n repeats a plan; long)
	@Scripts/evm-venv.sh
	$(SWIFT) build $(FLAGS) --product wallet
	@WALLET="$$($(SWIFT) build $(FLAGS) --show-bin-path)/wallet" Scripts/crash-test.sh --kills $(KILLS) \
	  $(if $(SEED),--seed $(SEED))

test-expansions: ## Tests what the macros write, and what they tell an author who slipped
	$(SWIFT) test --package-path Tests/HeadraceMacrosTests --scratch-path .build/macro-tests

macros-off: ## Builds and tests a client that turns the macros off
	@SWIFT="$(SWIFT)" Scripts/macros-off.sh

lint: ## Checks the format of every source
	$(SWIFT) format lint --strict --recursive --parallel $(LINTED)

docs: prepare ## Builds the documentation; a warning is an error
	@FLAGS="$(FLAGS)" SWIFT="$(SWIFT)" Scripts/docs.sh $(DOCC_TARGETS)

check: lint test macros-off docs ## Everything that CI checks; our targets treat warnings as errors

# Without the search for leaks, which takes what the Swift runtime caches for lost, and without the tests of small stacks, for which a sanitizer's
# own copies are too large. What is suppressed for the thread sanitizer is shown to be false by a control, which comes first.
sanitize: prepare ## Runs the framework's tests under the sanitizers, at last with every unchecked access checked (long)
	SWIFTC="$(SWIFT)c" Scripts/sanitizers/mutex-control.sh
	TSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/sanitizers/thread-suppressions.txt $(SWIFT) test $(FLAGS) --sanitize=thread \
	  --scratch-path .build/thread-sanitizer --filter '$(SANITIZED)' --skip '$(NOT_SANITIZED)'
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(FLAGS) --sanitize=address \
	  --scratch-path .build/address-sanitizer --filter '$(SANITIZED)' --skip '$(NOT_SANITIZED)'
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(FLAGS) -c release -Xswiftc -enable-testing --sanitize=address \
	  --scratch-path .build/address-sanitizer-release --filter '$(SANITIZED)' --skip '$(NOT_SANITIZED)'
	Scripts/sanitizers/checked-runtime.sh .build/checked-runtime
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test $(FLAGS) --package-path .build/checked-runtime --sanitize=address \
	  --scratch-path .build/checked-runtime/.build --filter '$(SANITIZED)' --skip '$(NOT_SANITIZED)'

bench: prepare ## Runs the benchmarks, in release (and one row in debug, with DEBUG_ROW=1)
	@SWIFT="$(SWIFT)" Benchmarks/run.sh

bench-check: prepare ## Runs them, and fails when a row is past its line in Benchmarks/thresholds.txt
	@SWIFT="$(SWIFT)" Benchmarks/run.sh --check

clean: ## Removes what was built
	rm -rf .build Benchmarks/.build .venv-evm
