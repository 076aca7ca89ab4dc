# Short names for what one does often. ./demo and ./check need none of this.
PYTHON := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help demo check lint types test e2e long faults faults-long monkey bench bench-right packages try-packages words

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## set up and open the window, ready to press Start
	./demo

check: ## set up and run everything that must hold
	./check

lint: ## style and layout of the source
	$(PYTHON) -m ruff check
	$(PYTHON) -m ruff format --check

types: ## mypy, strict
	$(PYTHON) -m mypy

test: ## all tests but the whole-window run
	$(PYTHON) -m pytest -n 2 --dist worksteal -m "not e2e and not long"

e2e: ## the whole window on an X display of its own
	$(PYTHON) -m pytest -m "e2e and not long"

long: ## the tests that take minutes
	$(PYTHON) -m pytest -m long

faults: ## every fault that is known, put before the program one after the other; some minutes
	$(PYTHON) tests/faults/run_faults.py

faults-long: ## the same with 1,000 kills, 100,000 headers, an hour of streaming; LONG="--minutes 5" and so on shorten it
	$(PYTHON) tests/faults/run_faults.py --long $(LONG)

monkey: ## random presses, keys, files and faults on the real window; MINUTES=20 SEED=lamp plays long, or again
	$(PYTHON) tests/monkey/run_monkey.py $(if $(MINUTES),--minutes $(MINUTES)) $(if $(SEED),--seed $(SEED))

# Several benches one after the other: a line each, `run FILE ARGUMENTS`; one that misses its target holds up none.
BENCHES = missed=""; run() { echo "== $$*"; PYTHONPATH=tests $(PYTHON) "tests/benches/$$@" || missed="$$missed $$*;"; }
MISSED = if [ -n "$$missed" ]; then echo "Missed or failed:$$missed"; exit 1; fi

bench: ## how fast it is, one measurement after the other; about 20 minutes in which nothing else should run
	@$(BENCHES); \
	run bench_window_speed.py 3 1000; \
	run bench_window_speed.py 3 3000 fast; \
	run bench_window_speed.py 5 300 real; \
	run bench_gui_stalls.py 3 1000; \
	run bench_gui_stalls.py 5 3000 fast; \
	run bench_gui_stalls.py 3 600 long; \
	run bench_gui_stalls.py 3 600 flood; \
	run bench_gui_stalls.py 1 100000 theme; \
	run bench_cpu.py 3 1000; \
	run bench_cpu.py 3 600 long; \
	run bench_cpu.py 3 600 flood; \
	run bench_start.py 7; \
	run bench_first_verdict.py quick; \
	run bench_chat_view.py mixed prose code table; \
	run bench_plots.py 8; \
	run bench_memory.py 1000 60; \
	run bench_memory_readings.py 2; \
	run bench_header.py; \
	run bench_library.py 500 2000; \
	run bench_fit.py; \
	run bench_dry_run.py; \
	run bench_stream.py; \
	run bench_stop.py 5; \
	$(MISSED)

bench-right: ## how often a compare is right, simulated and on a real engine; about two hours, nothing else should run
	@$(BENCHES); \
	run bench_compare_statistics.py 100; \
	run bench_compare_engines.py own-draft; \
	run bench_compare_engines.py identical --runs 20; \
	run bench_compare_engines.py rewrite; \
	run bench_compare_engines.py predict; \
	run bench_compare_engines.py control --engine embedded; \
	run bench_compare_engines.py overhead; \
	$(MISSED)

words: ## bring the catalogues of the languages up to date
	$(PYTHON) scripts/words.py

packages: ## build the .deb and the portable archive for this Linux
	installers/linux/build.sh

try-packages: ## install, start and remove what was built, on a display of its own
	installers/linux/try.sh
