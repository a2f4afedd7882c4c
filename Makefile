# `make pdfs` prints every kit into output/; `make studio` opens them in the browser, `make test` checks everything. Each makes its own environment first.
# The first of these that is new enough runs printgen; `make PYTHON=... pdfs` names another one.
PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
# Tests that go through what printgen takes from libraries.
LIBRARIES := $(addprefix tests/,unit/drawing unit/faces unit/reading unit/studio unit/lab unit/writers unit/cli \
	unit/exports/test_images.py golden/test_goldens.py golden/test_public.py)

# Tests begin hundreds of processes, which need not compile all of printgen each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: pdfs studio test slow nightly lowest browser browser-again environments lint quick all-tests check format reference exports pictures contact-sheets figures studio-pictures docs bench clean

# printgen alone, with the studio, and with the tools of the tests: each needs an environment that works.
$(VENV)/printing: pyproject.toml $(BIN)/python
	@echo "Installing printgen into $(VENV), once: some 25 packages, 100 MB on the disk"
	$(BIN)/python -m pip install --disable-pip-version-check --editable .
	@touch $@

$(VENV)/studio: pyproject.toml $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[studio]'
	@touch $(VENV)/printing $@

$(VENV)/installed: pyproject.toml $(BIN)/python
	@echo "Installing printgen and the tools of its tests into $(VENV), once: some 110 packages, 650 MB on the disk"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $(VENV)/printing $(VENV)/studio $@

# One that is missing, broken or of an old Python is made before anything is downloaded.
ifneq ($(shell test -x $(BIN)/python && $(BIN)/python -c 'import pip, sys; print(sys.version_info >= (3, 11))' 2>/dev/null),True)
.PHONY: $(BIN)/python
endif
$(BIN)/python:
	@sh make_environment.sh $(VENV) $(PYTHON)

$(VENV)/browser: $(VENV)/installed tests/browser/package-lock.json tests/browser/prepare.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser]'
	$(BIN)/python tests/browser/prepare.py
	touch $@

pdfs: $(VENV)/printing
	$(BIN)/printgen build
	@echo "$$(find output -name '*.pdf' | wc -l | tr -d ' ') PDFs are in $(CURDIR)/output. Begin with output/go-joe/cover.pdf."
	@echo "The program is $(BIN)/printgen; after '. $(BIN)/activate' this terminal knows it as printgen."

studio: $(VENV)/studio
	$(BIN)/printgen studio

check: $(VENV)/printing
	$(BIN)/printgen check

lint: $(VENV)/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

quick: $(VENV)/installed
	$(BIN)/pytest -m 'not slow'

test: $(VENV)/installed
	+$(MAKE) --no-print-directory --jobs 2 lint quick

slow: $(VENV)/installed
	$(BIN)/pytest -m 'slow and not nightly and not browser'

all-tests: $(VENV)/installed
	$(BIN)/pytest -m 'not nightly and not browser'

environments: $(VENV)/installed $(VENV)/browser $(LOWEST)/installed

$(LOWEST)/installed: $(VENV)/installed
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/uv pip install --quiet --python $(LOWEST) --resolution lowest-direct --editable '.[cluster,studio]'
	$(BIN)/uv pip install --quiet --python $(LOWEST) --editable '.[dev]'
	touch $@

lowest: $(LOWEST)/installed
	$(LOWEST)/bin/pytest -m 'not slow' $(LIBRARIES)

nightly: $(VENV)/browser $(LOWEST)/installed
	$(BIN)/pytest -m 'not browser' --trials 5000 --hypothesis-profile nightly
	$(BIN)/pytest -m browser -n 2 tests/browser
	$(LOWEST)/bin/pytest -m 'not slow'

browser: $(VENV)/browser
	$(BIN)/pytest -m 'browser and not nightly' -n 2 tests/browser

browser-again: $(VENV)/browser
	$(BIN)/pytest -m 'browser and not nightly' -n 2 --last-failed tests/browser

format: $(VENV)/installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

reference: $(VENV)/installed
	$(BIN)/python docs/make_reference.py

exports: $(VENV)/installed
	$(BIN)/python docs/make_exports.py

pictures: $(VENV)/installed
	$(BIN)/python docs/make_pictures.py

contact-sheets: $(VENV)/installed
	$(BIN)/python docs/make_contact_sheets.py

figures: $(VENV)/installed
	$(BIN)/python docs/make_figures.py

studio-pictures: $(VENV)/browser
	$(BIN)/python docs/make_studio_pictures.py

docs: $(VENV)/installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(VENV)/browser
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/lab.py
	$(BIN)/python benchmarks/studio.py

clean:
	rm -rf $(VENV) $(LOWEST) tests/browser/node_modules output/*/ build site dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
