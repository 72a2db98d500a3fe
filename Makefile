# The commands that people and CI use; `make help` lists them.
SWIFT ?= swift
# One set of flags for everything, so that one build serves all. -O2 reaches C alone: scrypt at -O0
# takes ten seconds. An index is written, too: the search for XCTest cases reads it.
FLAGS ?= -Xcc -O2
# The default traits are what a client needs: the adapters and the wallet have their own.
ALL = $(FLAGS) --traits Macros,Tracing,Wallet
# The package's traits stand among the compiler's arguments in the order of a set, which changes with
# each run's hash seed, and with it SwiftPM compiles everything anew. Tests run without this.
export SWIFT_DETERMINISTIC_HASHING = 1
# Swift Testing begins all tests at once; more than a few at a time only make each other late.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = 8
# Each of these tests starts wallets, which share two cores with the node that answers them.
FEW = SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=4
# Random programs, sweeps and soak tests take a tenth of their counts, and tests that derive real keys or
# start programs one of their cases; what cheaper tests cover is left out. 'make test-all' has all.
SHORT = HEADRACE_SHORT=1
TEST = env -u SWIFT_DETERMINISTIC_HASHING -u HEADRACE_SHORT $(SHORT) $(SWIFT) test $(ALL) --skip-build
# 'swift test' reads the package again for each part, which takes ten seconds of a core. On Linux the
# tests are a program, which runs those of XCTest if no library is named.
IS_MAC = $(filter Darwin,$(shell uname))
PROGRAM = env -u SWIFT_DETERMINISTIC_HASHING -u HEADRACE_SHORT $(SHORT) \
  .build/debug/headracePackageTests.xctest
PART = $(if $(IS_MAC),$(TEST),$(PROGRAM) --testing-library swift-testing)
DOCC_TARGETS = Headrace HeadraceFlow HeadraceDurable HeadraceInspector HeadraceJournal HeadraceTesting HeadraceLogging HeadraceTracing \
  HeadraceTerminal HeadraceTerminalTesting PasscodeFeature
LINTED = Package.swift Plugins Sources $(filter-out Tests/HeadraceMacrosTests,$(wildcard Tests/*)) \
  Tests/HeadraceMacrosTests/Package.swift Tests/HeadraceMacrosTests/Expansions Examples \
  Fuzz/Package.swift Fuzz/Sources/Fuzz Benchmarks/Package.swift \
  Benchmarks/AsWritten/Package.swift \
  $(addprefix Benchmarks/AsWritten/Sources/, AsWrittenBenchmarks DurableBenchmarks) \
  $(addprefix Benchmarks/Sources/, \
    BenchmarkSupport BenchmarkTable HeadraceBenchmarks EthereumBenchmarks)
SANITIZED = ^(Headrace(|Durable|Flow|Inspector|Journal|Testing|Logging|Tracing|Terminal)|GeneratedAttack)Tests\.
# Tests of what fits into a stack.
NOT_SANITIZED = LargeStateTests|DeepEffectTests|DeepFeatureTests|DepthTests
# Tests with nodes in the process of the tests, which would answer too late beside all others.
NODE_TESTS = ^(WalletCLI|NodeContract|LocalServing)Tests\.
# Tests that watch a program at its terminal, and block their threads meanwhile. One of them has a
# node in the process of the tests, so it runs after the others.
SCREEN_TESTS = ^WalletScreensTests\.
# Tests that read the memory of a wallet at each of its prompts, one after the other.
MEMORY_TESTS = (MemoryScan|ScreenMemory)Tests
# How often 'make crash-test' kills, and the seed of its plan; without one it takes a new seed.
KILLS ?= 300
# How many worlds 'make worlds' runs, from the seed 1 or SEED on.
WORLDS ?= 100000
# How many worlds of durable entities 'make durable-worlds' runs, likewise.
DURABLE_WORLDS ?= 10000

.DEFAULT_GOAL := help
.PHONY: help prepare build install demo orders orders-story test test-python test-build test-computing test-programs \
  test-all long crash-test worlds durable-worlds mutations mutants pictures tour orders-postgres durable-proof \
  test-expansions written-tests explore newcomer coverage macros-off modern-swift fetches check fuzz fuzz-build screens-fuzz sbom sanitize lint site site-check site-serve bench bench-check bench-table \
  bench-durable inspector-figures clean

help: ## Lists these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

prepare: ## Installs what Debian packages are missing, or says which
	@Scripts/prepare.sh

build: prepare ## Builds everything but the tests
	$(SWIFT) build $(ALL)

install: prepare ## Installs the wallet and its completions (PREFIX=/usr/local, DESTDIR=)
	$(SWIFT) build $(ALL) -c release --product wallet
	$(SWIFT) build $(ALL) -c release --product devchain
	@BIN="$$($(SWIFT) build $(ALL) -c release --show-bin-path)" PREFIX="$(PREFIX)" \
	  DESTDIR="$(DESTDIR)" Scripts/install.sh

demo: prepare ## Runs the wallet's whole story on a chain of its own
	$(SWIFT) build $(ALL) --product wallet
	$(SWIFT) build $(ALL) --product devchain
	@$$($(SWIFT) build $(ALL) --show-bin-path)/wallet demo

ORDERS = $(SWIFT) build --package-path Examples/Orders --product Orders
ORDERS_BIN = $$($(ORDERS) --show-bin-path)/Orders
orders: prepare ## Runs the order service of Examples/Orders on SQLite (PORT=8080)
	$(ORDERS)
	@mkdir -p .build && exec $(ORDERS_BIN) .build/orders.db $(or $(PORT),8080)

orders-story: prepare ## Places 20 orders there, kills it in the middle, and counts what was paid
	$(ORDERS)
	@ORDERS="$(ORDERS_BIN)" Scripts/orders-story.sh

orders-postgres: prepare ## Runs three workers on PostgreSQL, places orders, kills a worker, and shows that nothing was lost
	$(ORDERS)
	@ORDERS="$(ORDERS_BIN)" Scripts/orders-postgres.py

test: prepare ## Runs the tests in minutes: a tenth of random programs and sweeps, and not what 'make test-all' adds
	@Scripts/test-tools.sh
	@$(MAKE) --no-print-directory -j2 test-python test-build
	@Scripts/repeat-failures.sh $(MAKE) --no-print-directory -j2 SHORT='$(SHORT)' test-computing test-programs
	@Scripts/migrate-from-tca.py --test

# What Python needs is fetched while the compiler works.
test-python:
	@Scripts/evm-venv.sh
test-build:
	$(SWIFT) build $(ALL) --build-tests

test-computing:
	$(PART) --skip 'GeneratedAttackTests|SendWorldTests|$(NODE_TESTS)|$(SCREEN_TESTS)'
	$(if $(IS_MAC),,$(PROGRAM))
	$(PART) --filter GeneratedAttackTests
	$(PART) --filter SendWorldTests

# These start programs and wait for them, so they run beside those that compute.
test-programs:
	$(PART) --filter '^(NodeContract|LocalServing)Tests\.'
	$(FEW) $(PART) --filter '^WalletCLITests\.' --skip '$(MEMORY_TESTS)'
	$(PART) --filter '$(SCREEN_TESTS)' --skip '$(MEMORY_TESTS)'

test-all long: SHORT =
test-all: ## Runs all tests in full, with scans of memory, expansions of macros, kills, the tour and a browser, as CI does
	@$(MAKE) --no-print-directory test SHORT=
	$(PART) --filter '^WalletCLITests\.MemoryScanTests'
	$(PART) --filter '^WalletScreensTests\.ScreenMemoryTests'
	@$(MAKE) --no-print-directory test-expansions
	@WALLET="$$($(SWIFT) build $(ALL) --show-bin-path)/wallet" Scripts/crash-test.sh --short
	@WALLET="$$($(SWIFT) build $(ALL) --show-bin-path)/wallet" Scripts/tour.py --check
	@BIN="$$($(SWIFT) build $(ALL) --show-bin-path)" Scripts/play-inspector.sh
	@$(MAKE) --no-print-directory written-tests

written-tests: prepare ## Writes 1,000 tests from recordings of the wallet and the cookbook, builds and runs them (COUNT=n SEED=n)
	@FLAGS="$(ALL)" SWIFT="$(SWIFT)" Scripts/written-tests.sh

explore: prepare ## Runs the races with each strategy, for Documentation/races.md, and the wallet's scripts in 40,000 orders each
	HEADRACE_TESTS=HeadraceTestingTests HEADRACE_RACES=1 $(SWIFT) test $(ALL) -c release \
	  -Xswiftc -enable-testing --scratch-path .build/worlds --filter 'RaceSuiteTests|FieldRaceTests|RaceTableTests'
	HEADRACE_TESTS=AuthFeatureTests,SendFeatureTests,SessionFeatureTests,SessionClientTests,WalletAppTests \
	  HEADRACE_SCHEDULES=40000 $(SWIFT) test $(ALL) -c release -Xswiftc -enable-testing \
	  --scratch-path .build/worlds --filter 'Explored[A-Za-z]*Tests'

long: test-all ## Runs the generated programs, searches, worlds and kills in full counts (hours)
	HEADRACE_PROGRAMS=20000 $(TEST) --filter GeneratedAttackTests
	HEADRACE_SCHEDULES=10000 $(TEST) --filter '(Explored|Checked)[A-Za-z]*Tests'
	HEADRACE_KILLS=40 $(TEST) --filter HeadraceDurableTests.KillTests
	$(MAKE) --no-print-directory worlds durable-worlds crash-test screens-fuzz

inspector-figures: prepare ## Measures the inspector in a browser: 10^6 actions, 10,000 a second, and 10,000 stores (release)
	@Scripts/test-tools.sh
	@Scripts/evm-venv.sh
	$(SWIFT) build $(ALL) -c release --product headrace
	$(SWIFT) build $(ALL) -c release --product InspectedProgram
	@BIN="$$($(SWIFT) build $(ALL) -c release --show-bin-path)" Scripts/play-inspector.sh figures

crash-test: prepare ## Kills 'wallet send' 300 times, and counts what was paid (SEED=n repeats a plan; long)
	@Scripts/evm-venv.sh
	$(SWIFT) build $(ALL) --product wallet
	$(SWIFT) build $(ALL) --product devchain
	@WALLET="$$($(SWIFT) build $(ALL) --show-bin-path)/wallet" Scripts/crash-test.sh --kills $(KILLS) \
	  $(if $(SEED),--seed $(SEED))

worlds: prepare ## Runs the money path in many more simulated worlds: WORLDS=100000 SEED=1
	HEADRACE_TESTS=SendWorldTests HEADRACE_WORLDS=$(WORLDS) HEADRACE_SEED=$(or $(SEED),1) \
	  $(SWIFT) test $(ALL) -c release -Xswiftc -enable-testing --scratch-path .build/worlds \
	  --filter everyWorldKeepsTheInvariants

DURABLE_WORLDS_FLAGS = $(FLAGS) --traits Durable,Metrics,Postgres -c release -Xswiftc -enable-testing \
  --scratch-path .build/durable-worlds
durable-worlds: export HEADRACE_FRAMEWORK_ONLY = HeadraceDurableTests
durable-worlds: prepare ## Runs durable entities in many more simulated worlds: DURABLE_WORLDS=10000 SEED=1
	$(SWIFT) build $(DURABLE_WORLDS_FLAGS) --product headracePackageTests
	HEADRACE_WORLDS=$(DURABLE_WORLDS) HEADRACE_SEED=$(or $(SEED),1) \
	  $(SWIFT) test $(DURABLE_WORLDS_FLAGS) --skip-build --filter everyWorldKeepsTheInvariants

PROOF = $(SWIFT) build --package-path Tests/DurableProof --scratch-path .build/durable-proof
durable-proof: prepare ## Hits workers, Patroni and etcd with faults, and checks what was acknowledged: HISTORIES=10 SEED=1 (root)
	$(PROOF)
	@WORKER="$$($(PROOF) --show-bin-path)/ProofWorker" Scripts/durable-proof.py --histories $(or $(HISTORIES),10) --seed $(or $(SEED),1)

mutations: prepare ## Plants defects into the money path, and shows which world finds each
	$(SWIFT) test $(ALL) --filter plantedDefectIsFound

mutants: prepare ## Plants small bugs into Auth, Send, the flow and durable entities, and shows which test finds each (an hour)
	@Scripts/mutants.py

test-expansions: ## Tests what the macros write, and what they tell an author who slipped
	$(SWIFT) test --package-path Tests/HeadraceMacrosTests --scratch-path .build/macro-tests

pictures: prepare ## Draws the screens of the documentation anew, and the texts that tests compare
	HEADRACE_RECORD=1 $(SWIFT) test $(ALL) --filter 'PictureTests|GoldenScreensTests|PasscodeScreensTests'

tour: prepare ## Plays the story of Documentation/tour.md in tmux, and writes it anew
	$(SWIFT) build $(ALL) --product wallet
	$(SWIFT) build $(ALL) --product devchain
	@WALLET="$$($(SWIFT) build $(ALL) --show-bin-path)/wallet" Scripts/tour.py

newcomer: prepare ## Plays a newcomer's first ten minutes, as the README has them
	@Tests/NewcomerTests/newcomer.sh

COVERAGE = --scratch-path .build/coverage --enable-code-coverage
# WalletCLITests are left out: what they watch runs in programs of its own.
NOT_COVERED = GeneratedAttackTests|SendWorldTests|ArchitectureTests|CompileFailureTests
coverage: prepare ## Tells which lines the tests run; fails below the gates of Scripts/coverage.py
	$(SWIFT) build $(ALL) $(COVERAGE) --build-tests
	@SWIFT="$(SWIFT)" env -u SWIFT_DETERMINISTIC_HASHING \
	  Scripts/coverage.sh "$$($(SWIFT) build $(ALL) $(COVERAGE) --show-bin-path)" \
	  '--skip $(NOT_COVERED)|$(NODE_TESTS)|$(SCREEN_TESTS)' \
	  '--filter ^(NodeContract|LocalServing)Tests\.' \
	  '--filter $(SCREEN_TESTS) --skip ScreenMemoryTests'

macros-off: ## Builds and tests a client that turns the macros off
	@SWIFT="$(SWIFT)" Scripts/macros-off.sh

modern-swift: ## Builds and tests the cookbook and scaffolded features with the concurrency modes of new projects
	@SWIFT="$(SWIFT)" Scripts/modern-swift.sh

fetches: ## Shows which packages a client of the framework fetches
	@SWIFT="$(SWIFT)" Scripts/client-fetches.sh

lint: ## Checks the format of every source, and the size of the framework
	$(SWIFT) format lint --strict --recursive --parallel $(LINTED)
	@Scripts/size-limits.py
	@Scripts/mutants.py --check

site: prepare ## Builds the site: first page, articles, reference; a warning is an error (BASE=/folder of its server)
	@FLAGS="$(ALL)" SWIFT="$(SWIFT)" BASE="$(BASE)" Scripts/site.py $(DOCC_TARGETS)

site-check: site ## Opens the site in a browser, and follows its links
	@Scripts/test-tools.sh
	@Scripts/evm-venv.sh
	@BASE="$(BASE)" Scripts/check-site.sh

site-serve: ## Shows the site that 'make site' built, at http://127.0.0.1:8000 (PORT=8000)
	@Scripts/serve-site.sh $(or $(PORT),8000)

check: lint test-all fuzz-build newcomer macros-off modern-swift fetches site-check sbom ## Everything that CI checks; our targets treat warnings as errors

# Without the search for leaks, which takes what the Swift runtime caches for leaks, and without the
# tests of what fits into a stack, for which a sanitizer's own copies are too large. A control,
# which runs first, shows that what is suppressed for the thread sanitizer is false. The builds share
# a scratch path, so the macros are built once.
SANITIZERS = ASAN_OPTIONS=detect_leaks=0 \
  TSAN_OPTIONS=suppressions=$(CURDIR)/Scripts/sanitizers/thread-suppressions.txt
SANITIZED_TESTS = $(SWIFT) test $(ALL) --scratch-path .build/sanitized --no-parallel \
  --filter '$(SANITIZED)' --skip '$(NOT_SANITIZED)'
FRAMEWORK_TESTS = $(SANITIZERS) HEADRACE_FRAMEWORK_ONLY=1 HEADRACE_PROGRAMS=1000 $(SANITIZED_TESTS)
# In release the generated programs alone: the optimiser takes a quarter of an hour for the others.
GENERATED_TESTS = $(SANITIZERS) HEADRACE_FRAMEWORK_ONLY=GeneratedAttackTests \
  HEADRACE_PROGRAMS=10000 $(SANITIZED_TESTS)

# The thread sanitizer gets a process for each target. It needs names for its suppressions, and starts
# a program that finds them when it first reports: from a process that has run all targets the system
# refused to start it ("failed to fork (errno 12)").
THREAD_TARGETS = HeadraceTests HeadraceFlowTests HeadraceInspectorTests HeadraceJournalTests HeadraceTestingTests HeadraceLoggingTests \
  HeadraceTracingTests HeadraceTerminalTests GeneratedAttackTests
THREAD_TESTS = $(SANITIZERS) HEADRACE_FRAMEWORK_ONLY=1 HEADRACE_PROGRAMS=1000 $(SWIFT) test $(ALL) \
  --scratch-path .build/sanitized --no-parallel --skip '$(NOT_SANITIZED)' --sanitize=thread

# At last on a copy in which every unchecked access is checked. It has a scratch path of its own: in a
# shared one SwiftPM keeps the plan of the first package, and would build and test that again.
sanitize: prepare ## Tests under sanitizers, and once more with every unchecked access checked
	SWIFTC="$(SWIFT)c" Scripts/sanitizers/controls.sh
	set -e; for target in $(THREAD_TARGETS); do $(THREAD_TESTS) --filter "^$$target\."; done
	$(FRAMEWORK_TESTS) --sanitize=address
	$(GENERATED_TESTS) --sanitize=address -c release
	Scripts/sanitizers/checked-runtime.sh .build/checked-runtime
	$(subst .build/sanitized,.build/checked,$(FRAMEWORK_TESTS)) --sanitize=address \
	  --package-path .build/checked-runtime

# How long each fuzz target runs, and which of them.
SECONDS_EACH = $(or $(SECONDS),60)
FUZZ_TARGETS ?= rlp abi transactions vault jsonrpc keys

fuzz: prepare ## Feeds each parser of foreign bytes with libFuzzer: SECONDS=60 for each target
	@SWIFT="$(SWIFT)" SECONDS_EACH="$(SECONDS_EACH)" Scripts/fuzz.sh $(FUZZ_TARGETS)

# The main package compiles the same files. This shows that the targets of 'Fuzz/Package.swift' still
# hold what they need. Without libFuzzer and in debug, it takes less than a minute.
fuzz-build: prepare ## Builds the package of the fuzz targets
	$(SWIFT) build $(FLAGS) --package-path Fuzz --scratch-path .build/fuzz --target Fuzz

screens-fuzz: prepare ## Types random keys, pastes and resizes into the wallet's screens: INPUTS=100000
	HEADRACE_INPUTS=$(or $(INPUTS),100000) HEADRACE_TESTS=WalletScreensTests \
	  $(SWIFT) test $(ALL) --filter ScreenFuzzTests

sbom: prepare ## Writes what a build is made of to .build/sbom.cdx.json (CycloneDX)
	$(SWIFT) package --traits Macros,Tracing,Wallet show-dependencies --format json | Scripts/sbom.py > .build/sbom.cdx.json
	@echo "Wrote .build/sbom.cdx.json"

bench: prepare ## Runs the benchmarks, in release (and one row in debug, with DEBUG_ROW=1)
	@SWIFT="$(SWIFT)" Benchmarks/run.sh

bench-check: prepare ## Runs them; fails when a row is past its line in Benchmarks/thresholds.txt
	@SWIFT="$(SWIFT)" Benchmarks/run.sh --check

bench-table: prepare ## Runs them, and writes the table of Documentation/performance.md
	@SWIFT="$(SWIFT)" DEBUG_ROW=1 Benchmarks/run.sh --write

bench-durable: prepare ## Measures durable stores beside pgbench, DBOS and SQLite alone: two minutes
	@SWIFT="$(SWIFT)" Benchmarks/durable.sh

clean: ## Removes what was built
	rm -rf .build Benchmarks/.build Benchmarks/AsWritten/.build Fuzz/.build .venv-evm
