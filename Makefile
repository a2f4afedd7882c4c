# `make pdfs` prints every kit into output/; `make studio` opens them in the browser, `make test` checks everything. Each makes its own environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
# Tests that go through what printgen takes from libraries.
LIBRARIES := $(addprefix tests/,drawing faces flow reading studio work writers exports/test_images.py \
	test_build.py test_cli.py test_goldens.py test_help.py test_public.py test_reference.py test_schemas.py test_watch.py)

.PHONY: pdfs studio test slow nightly lowest browser environments lint quick all-tests check format reference exports pictures contact-sheets figures studio-pictures docs bench clean

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

$(VENV)/browser: $(VENV)/installed tests/browser/package-lock.json tests/browser/prepare.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser]'
	$(BIN)/python tests/browser/prepare.py
	touch $@

pdfs: $(VENV)/installed
	$(BIN)/printgen build

studio: $(VENV)/installed
	$(BIN)/printgen studio

check: $(VENV)/installed
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

nightly: $(VENV)/installed $(LOWEST)/installed
	$(BIN)/pytest -m 'not browser' --trials 5000 --hypothesis-profile nightly
	$(LOWEST)/bin/pytest -m 'not slow'

browser: $(VENV)/browser
	$(BIN)/pytest -m browser -n 2 tests/browser

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
