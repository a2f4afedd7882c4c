# `make pdfs` prints every kit into output/; `make test` checks everything. Both make their own environment first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: pdfs test slow check format reference pictures figures docs bench clean

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

pdfs: $(VENV)/installed
	$(BIN)/printgen build

check: $(VENV)/installed
	$(BIN)/printgen check

test: $(VENV)/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -m 'not slow'

slow: $(VENV)/installed
	$(BIN)/pytest -m slow

format: $(VENV)/installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

reference: $(VENV)/installed
	$(BIN)/python docs/make_reference.py

pictures: $(VENV)/installed
	$(BIN)/python docs/make_pictures.py

figures: $(VENV)/installed
	$(BIN)/python docs/make_figures.py

docs: $(VENV)/installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

bench: $(VENV)/installed
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/lab.py

clean:
	rm -rf $(VENV) output/*/ build site dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
