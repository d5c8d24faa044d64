# contactsheet: `make strip` and `make test` do everything on a fresh machine that has Swift 6.2 or newer.

PREFIX ?= /usr/local

# The release build and the tests have folders of their own: one is linked statically, the other not.
RELEASE = --configuration release --product contactsheet --scratch-path .build/static
TESTS = --configuration release
TOOL = .build/static/release/contactsheet

ifeq ($(shell uname -s),Linux)
RELEASE += --static-swift-stdlib
endif

# How long `make fuzz` looks for inputs that break something, all harnesses together.
SECONDS ?= 60

.PHONY: strip build test test-asan test-tsan fuzz lint format readme samples install uninstall clean
.PHONY: libraries ci-tools cluster bench bench-full bench-tools help

strip: build ## Make the strip of the sample dog: the first thing to try.
	$(TOOL) strip Samples/dog.jpg x6 -o strip.png
	@echo "The picture is here: $(CURDIR)/strip.png"

build: libraries ## Build the release binary.
	swift build $(RELEASE)

test: libraries ## Run every test.
	swift build $(TESTS) --build-tests
	swift test $(TESTS) --skip-build

test-asan: libraries ## Run the tests under the address sanitizer.
	ASAN_OPTIONS=detect_leaks=0 swift test $(TESTS) --scratch-path .build/asan --sanitize address

test-tsan: libraries ## Run the tests under the thread sanitizer.
	swift build $(TESTS) --build-tests --scratch-path .build/tsan --sanitize thread
	TSAN_OPTIONS=halt_on_error=1 swift test $(TESTS) --skip-build --scratch-path .build/tsan \
	  --sanitize thread

fuzz: libraries ## Feed made-up pictures to the decoders: make fuzz SECONDS=600
	Fuzz/build
	Fuzz/run $(SECONDS)

lint: libraries ## Check the format and compile everything; warnings are errors in Swift and C.
	swift format lint --strict --recursive Package.swift Sources Tests Fuzz
	scripts/check-declarations
	Benchmarks/bench.py --self-test
	swift build $(TESTS) --build-tests

format: ## Format the Swift sources.
	swift format --in-place --recursive Package.swift Sources Tests Fuzz

readme: build ## Run every example of the README as written, and compare its pictures.
	scripts/check-readme $(TOOL)

cluster: build ## Make sheets with Slurm, GNU parallel and Spark, kill workers, compare: see Samples/cluster.
	scripts/check-cluster $(TOOL)

bench: build bench-tools ## Measure against other tools, four minutes: docs/bench.md. BENCH="--rows strip,diff"
	@Benchmarks/bench.py $(BENCH)

bench-full: build bench-tools ## The same on thousands of pictures: 2 GB of disk, about an hour.
	@Benchmarks/bench.py --set full $(BENCH)

bench-tools: ## Install the tools that the bench measures against.
	@scripts/install-bench-tools

samples: ## Draw the sample pictures anew from Samples/sources.
	Samples/sources/make-samples

install: build ## Install below PREFIX (/usr/local): the command, manual pages, completions.
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(TOOL) "$(DESTDIR)$(PREFIX)/bin/contactsheet"
	scripts/install-documents $(TOOL) "$(DESTDIR)$(PREFIX)/share"

uninstall: ## Remove what install put there.
	rm -f "$(DESTDIR)$(PREFIX)/bin/contactsheet"
	rm -f "$(DESTDIR)$(PREFIX)"/share/man/man1/contactsheet.1
	rm -f "$(DESTDIR)$(PREFIX)"/share/man/man1/contactsheet-*.1
	rm -f "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/contactsheet"
	rm -f "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_contactsheet"
	rm -f "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/contactsheet.fish"

clean: ## Remove everything that was built.
	rm -rf .build test-failures strip.png

ci-tools: ## Install the browser, the shells and the engines that some tests need; without them they are skipped.
	@scripts/install-ci-tools

libraries: # Install the system libraries where they are missing.
	@scripts/install-libraries

help: ## List these targets.
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'
