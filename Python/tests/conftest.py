"""What the tests share. They need the package, such as by ``PYTHONPATH=$PWD/Python:$PWD/Rankers/python``, and the program: the wheel's, or the one
that FEEDLAB_PROGRAM names."""

import copy
import importlib.machinery
import importlib.util
import pathlib

import pytest

import feedlab

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"

SCENARIO = {
    "feedlab": 1,
    "name": "tiny",
    "seed": 7,
    "world": {"members": 60, "days": 3, "warm-up": 1},
    "arms": {"newest": {"home": "recency"}, "popular": {"home": "popularity"}},
    # The interval of two worlds is inside it, so that there is a decision.
    "metrics": {"relevance@10": {"margin": 0.3}},
    "ab": {"baseline": "newest", "primary": "relevance@10", "replications": 2},
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A working folder for each test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def scenario():
    return copy.deepcopy(SCENARIO)


@pytest.fixture(scope="session")
def compared(tmp_path_factory):
    """A comparison that tests read, in a folder that they leave as it is."""
    return feedlab.ab(SCENARIO, out=tmp_path_factory.mktemp("compared") / "tiny")


@pytest.fixture
def with_arm(scenario):
    """A scenario with a further arm, by its home feed."""

    def make(home):
        return {**scenario, "arms": {**scenario["arms"], "mine": {"home": home}}}

    return make


@pytest.fixture
def packing():
    """The module that scripts/release and scripts/wheel share."""
    loader = importlib.machinery.SourceFileLoader("packing", str(SCRIPTS / "packing.py"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("packing", loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def licences(packing, capsys):
    """What goes with the program, where this machine has all of it."""
    try:
        return packing.licences()
    except SystemExit:
        pytest.skip(capsys.readouterr().err.strip())
