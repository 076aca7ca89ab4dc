# Short names for what one does often. ./demo and ./check need none of this.
PYTHON := .venv/bin/python

.DEFAULT_GOAL := help
.PHONY: help demo check lint types test e2e long faults faults-long bench packages try-packages words

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

bench: ## the measurements, one after the other; nothing else should run
	@missed=""; run() { echo "== $$*"; PYTHONPATH=tests $(PYTHON) "$$@" || missed="$$missed $$*;"; }; \
	for bench in tests/benches/bench_*.py; do run "$$bench"; done; \
	for kind in fast long flood; do run tests/benches/bench_gui_stalls.py 3 1500 $$kind; done; \
	run tests/benches/bench_gui_stalls.py 1 100000 theme; \
	run tests/benches/bench_window_speed.py 3 5000 fast; run tests/benches/bench_window_speed.py 5 300 real; \
	if [ -n "$$missed" ]; then echo "Missed or failed:$$missed"; exit 1; fi

words: ## bring the catalogues of the languages up to date
	$(PYTHON) scripts/words.py

packages: ## build the .deb and the portable archive for this Linux
	installers/linux/build.sh

try-packages: ## install, start and remove what was built, on a display of its own
	installers/linux/try.sh
