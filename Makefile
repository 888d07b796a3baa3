# treetap: `make` lists the targets. Every target names real files or says what it runs.
CARGO    ?= cargo
PRESET   ?= x86
SEED     ?= 1
SEEDS    ?= 2
OUT      ?= build
RTL_PRESETS_DIR ?= rtl
export TREETAP_CACHE ?= $(CURDIR)/$(OUT)/cache
TREETAP  := target/release/treetap
# Where the tasks of a sweep of examples/farm run, and more words for `treetap farm submit`.
ON       ?=
WITH     ?=
comma   := ,
empty   :=
space   := $(empty) $(empty)
IN_FARM  = OUT=$(OUT) ON='$(ON)' WITH='$(WITH)' sh examples/farm.sh

.DEFAULT_GOAL := help
.PHONY: help setup programs demo test test-slow test-long campaign campaign-files campaign-tops campaign-trees soak soak-tops netlist formal four-state paths long rst rtl evidence figures tables lint usage bench \
        mutate fuzz clean release boards

help: ## this list
	@echo "treetap: on-chip profilers generated from Rust"
	@echo
	@echo "targets"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "variables (make TARGET NAME=VALUE)"
	@echo "  PRESET      preset the demo simulates ($(PRESET))"
	@echo "  SEED        seed of idle cycles and back-pressure in the demo ($(SEED))"
	@echo "  SEEDS       seeds that a board's bitstream is placed with; the fastest is packed ($(SEEDS))"
	@echo "  OUT         where outputs go ($(OUT))"
	@echo "  VOLUME      how many times the ordinary number of random configurations that are simulated ($(VOLUME))"
	@echo "  FILES       how many times the ordinary number of random files, besides the corners, that are linted and read ($(FILES))"
	@echo "  TREES       how many times the ordinary number of random trees and coalescers that are simulated ($(TREES))"
	@echo "  PART        part of the slow tests: 0 to 3, or nothing for all"
	@echo "  RUNS        runs of every fuzz target ($(RUNS))"
	@echo "  ON          local, slurm or a command for tasks: usage, mutate, soak and figures run through treetap farm"
	@echo "  WITH        more words for treetap farm submit, with ON: '--with --time=60'"
	@echo "  NO_SETUP    set to 1: never install anything"
	@echo "  TREETAP_CACHE  verilated models, limits of devices ($(TREETAP_CACHE))"
	@echo "  TREETAP_EFFORT  most that the C++ compiler spends on a verilated model: fast, test or quick"
	@echo "  TREETAP_VENV   private venv of the FPGA tools from PyPI (~/.local/share/treetap/venv)"

setup: ## install the missing tools of tools.toml (idempotent)
	@./setup.sh

release: setup
	$(CARGO) build --release --bin treetap

# The unoptimised build: it is there in minutes, shares its dependencies with the tests, and the time of a demo is spent in Verilator's C++.
demo: setup ## trace a real program, profile it, simulate the hardware on the same trace, compare
	$(CARGO) build --bin treetap
	@OUT=$(OUT) PRESET=$(PRESET) SEED=$(SEED) TREETAP=target/debug/treetap sh examples/demo.sh

programs: ## JPEG, Lua, SQLite, bzip2 and zlib for the RISC-V cores, from sources that packages bring: build/programs/*.elf
	@./setup.sh programs
	@OUT=$(OUT) programs/build.sh

# Tests wait for programs that they start, Slurm among them: two for each core keep the cores busy. Their runs are short,
# so the C++ compiler spends little on them, for the commands that they start, too. `verilator` is a script in Perl that
# starts this program, and takes as long as a small design does. Examples are compiled by `make lint`.
define RUN_TESTS
@mkdir -p $(OUT); rm -f $(OUT)/skipped
@code=0; export RUST_TEST_THREADS=$${RUST_TEST_THREADS:-$$((2 * $$(getconf _NPROCESSORS_ONLN)))} \
VERILATOR=$${VERILATOR:-$$(command -v verilator_bin >/dev/null && echo verilator_bin || echo verilator)} \
TREETAP_EFFORT=$${TREETAP_EFFORT:-test} TREETAP_SKIPPED=$(abspath $(OUT))/skipped; \
$(1) if [ -e $(OUT)/skipped ]; then echo "skipped, times and why:"; sort $(OUT)/skipped | uniq -c; \
else echo "nothing was skipped"; fi; exit $$code
endef

# Tests of a good part of a minute each, by parts of their names: what is drawn at random (`make campaign` draws more),
# gates, memories and proofs of the largest designs (`make netlist`, `make formal`), paths and unknowns of every top
# (`make paths`, `make four-state`), and the longest lists of planted faults. `make test` leaves them out. Continuous
# integration takes one of these parts for each commit.
SLOW_0 := random_configurations random_sizes
SLOW_1 := ecp5_ram:: netlist::gates_equal netlist::a_design_read_back \
	quick_properties_hold_and_their_faults_are_found::rap every_wrong_reason
SLOW_2 := random_microcode_on_every_build unknowns:: paths::no_valid paths::a_planted_path
SLOW_3 := every_planted_fault_is_found_and coproc_profiler::faults_planted_between_the_units \
	codemap::planted_faults_are_found quick_properties_hold_and_their_faults_are_found::coproc
SLOW   := $(SLOW_0) $(SLOW_1) $(SLOW_2) $(SLOW_3)
PART   ?=

# It takes a minute, and its outcome stands in a table of docs/contributing/proof.md: `make netlist` tries it.
IN_GATES := faults_planted_in_the_gates

test: setup ## tests of everything, with co-simulation of the emitted Verilog; what was skipped is listed at the end
	$(call RUN_TESTS,$(CARGO) test --no-fail-fast --lib --tests -- \
	$(addprefix --skip ,$(SLOW) $(IN_GATES)) || code=$$?; \
	$(CARGO) test --doc || code=$$?;)

test-slow: setup ## the tests that take longest, which `make test` leaves out, or one of their four parts (PART=0 to 3)
	$(call RUN_TESTS,$(CARGO) test --no-fail-fast --tests -- \
	$(or $(if $(PART),$(SLOW_$(PART)),$(SLOW)),$(error PART is $(PART): expected 0 to 3)) || code=$$?;)

# Ignored tests that take hours and have a target of their own: soak, netlist, boards.
LONGEST := soak long_run gates_of_every_preset_equal_the_model every_board_reaches_its_clock_with_its_own_preset

test-long: setup ## the tests again, with ten times the volume, and the ignored ones without those of soak, long, netlist and boards
	TREETAP_VOLUME=10 $(CARGO) test --release
	$(CARGO) test --release -- --ignored $(addprefix --skip ,$(LONGEST))

VOLUME ?= 10
FILES  ?= 70
TREES  ?= 40
campaign: campaign-files campaign-tops campaign-trees ## random configurations of every unit, VOLUME times those of `make test` (FILES for what is only read, TREES for trees): a line for each unit says what was done

campaign-files: setup
	TREETAP_VOLUME=$(FILES) $(CARGO) test --test emit configurations:: -- --nocapture

campaign-tops: setup
	TREETAP_VOLUME=$(VOLUME) $(CARGO) test --no-fail-fast --test coproc --test hotlist --test hps --test units configurations:: -- --nocapture

campaign-trees: setup
	TREETAP_VOLUME=$(TREES) $(CARGO) test --test rap configurations:: -- --nocapture

soak: setup ## 1.12e9 engine-side events through ten designs of every engine: hours (TREETAP_SOAK, TREETAP_SOAK_MINUTES; ON=slurm)
ifeq ($(ON),)
	$(CARGO) test --release --test rap soak:: -- --ignored --nocapture
else
	$(CARGO) build --release --bin treetap
	$(CARGO) test --quiet --release --test rap --no-run
	@$(IN_FARM) soak
endif

soak-tops: setup ## 3.1e8 retirements through whole tops, set up in any way: the better part of an hour (ONLY="profiler:nano=1e7")
	$(CARGO) run --release --example soak $(ONLY)

LONG := $(foreach test,$(or $(ONLY),units phase coproc hotlist),--test=$(test))
long: setup ## units beside their models for the better part of an hour, and what was compared (ONLY="phase hotlist")
	$(CARGO) test --release $(LONG) long_run -- --ignored --nocapture

netlist: setup ## the gates that synthesis makes of every preset, for iCE40 and ECP5, through the co-simulation
	$(CARGO) test --test rap --test coproc netlist:: -- --include-ignored --nocapture

formal: setup ## proofs over the emitted Verilog, each with a planted fault that has to be found
	$(CARGO) test --test proofs -- --include-ignored --nocapture --test-threads=1

four-state: setup ## every tree and profiler in Icarus Verilog, where what nobody set is unknown
	$(CARGO) test --test emit unknowns:: -- --include-ignored --nocapture

paths: setup ## rule S5 and loops in the flat netlist of every top
	$(CARGO) test --test emit paths:: -- --include-ignored --nocapture

rst: setup ## a reset at any cycle of a run of every tree, and what follows beside the model
	$(CARGO) test --test rap rst_at_any -- --include-ignored --nocapture

rtl: setup ## emit the committed Verilog of the presets again, and the files of the table of registers
	$(CARGO) run --quiet --bin treetap -- gen --all -o $(RTL_PRESETS_DIR)
	$(CARGO) run --quiet --bin treetap -- gen --registers -o .

evidence: ## measured tables of the pages with their states; fails while one is stale
	@$(CARGO) run --quiet -p evidence -- list

figures: setup ## measure stale tables again, or those whose name begins with ONLY, and write them into the pages (TRACES=DIR; ON=slurm)
	MAKEFLAGS= ON= WITH= $(CARGO) run --quiet -p evidence -- measure $(if $(ON),--on '$(ON)' $(WITH)) $(ONLY)

usage: ## area and clock of every preset of engines and tops on its devices: fpga/usage.md (hours; ON=slurm)
	@$(MAKE) --no-print-directory figures ONLY=usage

tables: ## write the measured tables into the pages again, with their states
	@$(CARGO) run --quiet -p evidence -- write

lint: setup ## formatting, clippy, verilator -Wall over rtl/, and Yosys over every preset
	$(CARGO) fmt --check
	$(CARGO) clippy --all-targets -- -D warnings
	@for f in rtl/*.v; do echo "verilator --lint-only -Wall $$f"; verilator --lint-only -Wall testbench/waivers.vlt $$f || exit 1; done
	$(CARGO) test --test emit yosys_reads_every_file -- --ignored

BOARDS := $(notdir $(patsubst %/,%,$(wildcard fpga/boards/*/)))
BOARD_TARGETS := $(addprefix board-,$(BOARDS))
.PHONY: $(BOARD_TARGETS)

boards: $(BOARD_TARGETS) ## self-test bitstreams of every board in fpga/boards, or of one: make board-icebreaker

$(BOARD_TARGETS): board-%: release
	@mkdir -p $(OUT)/boards
	$(TREETAP) synth rap --board $* --seeds $(SEEDS) -o $(OUT)/boards/$*.$(if $(wildcard fpga/boards/$*/*.lpf),bit,bin)

bench: setup ## speed by turns: the model beside exact counting, the co-simulation beside a bare C++ loop
	$(CARGO) bench

mutate: setup ## mutants of engines, tops and units against the co-simulation: hours, and it goes on where it was (ONLY="serial hps"; ON=slurm)
	@sh examples/mutate/verdicts.sh bring
ifeq ($(ON),)
	$(CARGO) run --release --example mutate -- $(ONLY)
else
	$(CARGO) build --release --bin treetap --example mutate
	@$(IN_FARM) mutate $(if $(ONLY),--set target=$(subst $(space),$(comma),$(strip $(ONLY))))
endif

RUNS ?= 10000000
fuzz: ## every parser under libFuzzer until each target had RUNS runs, or those that ONLY names; goes on where it was, prints a table
	@$(CARGO) run --quiet --manifest-path fuzz/Cargo.toml --bin campaign -- $(RUNS) $(ONLY)

clean: ## remove every output
	$(CARGO) clean
	rm -rf $(OUT)
