"""Python functions as arms."""

import functools
import importlib
import math
import os
import subprocess
import sys
import warnings

import pytest

import feedlab
import feedlab_ranker
from feedlab import _rankers

numpy = pytest.importorskip("numpy")
FADE = 24


@feedlab.ranker(reads=["likes", "age_hours"])
def warm(candidates, parameters):
    return (1 + candidates["likes"]) / (1 + candidates["age_hours"] / parameters.get("fade", FADE))


FORMULA = {"ranker": "formula", "score": "(1 + likes) / (1 + age_hours / 12)"}


def test_a_function_ranks_as_the_same_formula(scenario, with_arm):
    by_function = feedlab.ab(with_arm({"ranker": warm, "parameters": {"fade": 12}}), out="function")
    by_formula = feedlab.ab(with_arm(FORMULA), out="formula")
    assert by_function.rows("replications") == by_formula.rows("replications")
    assert "mine" in by_function.decisions


def test_a_function_that_takes_batches_ranks_as_the_same_formula(with_arm):
    @feedlab.ranker(reads=["likes", "age_hours"], batch=8)
    def together(batch, parameters):
        assert batch.offsets[-1] == len(batch) and len(batch.worlds) <= 8
        return (1 + batch["likes"]) / (1 + batch["age_hours"] / 12)

    by_function = feedlab.ab(with_arm({"ranker": together}), out="function", jobs=4)
    assert by_function.rows("replications") == feedlab.ab(with_arm(FORMULA), out="formula").rows("replications")


def test_a_finished_run_is_used_again_until_the_function_changes(with_arm):
    feedlab.ab(with_arm(warm), out="out")
    again = feedlab.ab(with_arm(warm), out="out")
    assert again.messages[0] == "feedlab: 2 of 2 worlds were known already"
    changed = feedlab.ranker(reads=["likes"], name="warm")(lambda candidates, parameters: candidates["likes"])
    assert "known already" not in feedlab.ab(with_arm(changed), out="out").messages[0]


def test_a_function_is_still_a_function():
    assert list(warm({"likes": numpy.array([1.0]), "age_hours": numpy.array([24.0])}, {})) == [1.0]
    assert repr(warm) == "<feedlab.Ranker 'warm' of likes, age_hours>" and warm.__name__ == "warm"


def test_check_prints_scores_or_names_the_failure(capsys):
    warm.check(fade=24)
    assert capsys.readouterr().out.splitlines()[1].split() == ["100", "40", "80", "9.46154"]
    bad = feedlab.ranker(reads=["likes"])(lambda candidates, parameters: None)
    with pytest.raises(feedlab.RunFailed, match="^the ranker '<lambda>' failed; the reason is above$"):
        bad.check()


def test_an_exception_is_the_cause_and_the_message_has_its_line_and_the_run(with_arm):
    @feedlab.ranker(reads=["likes"])
    def broken(candidates, parameters):
        return 1 // len(parameters)

    line = broken.__code__.co_firstlineno + 2 if hasattr(broken, "__code__") else broken.__wrapped__.__code__.co_firstlineno + 2
    with pytest.raises(feedlab.RunFailed) as caught:
        feedlab.ab(with_arm(broken))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert str(caught.value) == (
        "world 0 of arm 'mine': the ranker 'broken' failed: ZeroDivisionError: integer division or modulo by zero "
        f"(test_rankers.py, line {line}, in broken)"
    ) or "world 1 of arm 'mine'" in str(caught.value)


def test_what_is_no_score_is_refused(with_arm):
    @feedlab.ranker(reads=["likes"])
    def nothing(candidates, parameters):
        pass

    with pytest.raises(feedlab.RunFailed, match="the ranker 'nothing' failed: the function returned None instead of"):
        feedlab.ab(with_arm(nothing))


def test_a_feature_that_is_not_there_has_the_nearest_name(with_arm):
    mine = feedlab.ranker(reads=["likez"], name="mine")(lambda candidates, parameters: candidates["likez"])
    with pytest.raises(feedlab.InvalidInput, match="^<dict>: arms.mine.home.reads: there is no feature 'likez'; did you mean 'likes'"):
        feedlab.ab(with_arm(mine))


def test_two_orders_for_one_request_end_the_command(with_arm, scenario):
    import random

    @feedlab.ranker(reads=["likes"], version=1)
    def chance(candidates, parameters):
        return [random.random() for _ in range(len(candidates))]

    compared = with_arm(chance)
    compared["world"] = {"members": 200, "days": 6, "warm-up": 1}
    with pytest.raises(feedlab.Unrepeatable, match="'chance' gave two orders for one request"):
        feedlab.ab(compared)


def test_without_numpy_columns_are_lists(with_arm, monkeypatch):
    import feedlab_ranker

    expected = feedlab.ab(with_arm(FORMULA), out="formula").rows("replications")
    monkeypatch.setattr(feedlab_ranker, "numpy", None)

    @feedlab.ranker(reads=["likes", "age_hours"])
    def listed(candidates, parameters):
        assert isinstance(candidates["likes"], list)
        return [(1 + likes) / (1 + hours / 12) for likes, hours in zip(candidates["likes"], candidates["age_hours"])]

    assert feedlab.ab(with_arm(listed), out="listed").rows("replications") == expected


def test_the_kind_of_a_function_is_in_the_scenario():
    first = feedlab.ranker(reads=["likes"], kind="order", name="first")(lambda candidates, parameters: candidates.posts)
    section = _rankers.Session().section(first, {"parameters": {"fade": 1}})
    assert section == {
        "ranker": "command", "command": ["python-ranker", "first", digest(first)], "reads": ["likes"], "kind": "order",
        "parameters": {"fade": 1},
    }
    assert "kind" not in _rankers.Session().section(warm, {})


def test_explain_looks_into_a_world_of_a_function(with_arm):
    compared = feedlab.ab(with_arm(warm), out="out", candidate="mine")
    feeds = feedlab.explain(compared, member=17, at="2d")
    assert "\nMember 17 on home at 2d in world " in feeds.text
    assert feeds.rows()
    with pytest.raises(feedlab.RunFailed, match="the ranker 'warm' is a function of another call; give its result"):
        feedlab.explain("out", member=17, at="2d")


def test_parameters_of_a_function_are_tuned(with_arm):
    tuned = with_arm({"ranker": warm, "parameters": {"fade": {"value": 12, "tune": [1, 72]}}})
    tuned["tune"] = {"arm": "mine", "maximize": "relevance@10", "method": "random", "budget": 32, "validate": 2}
    found = feedlab.tune(tuned)
    assert found.kinds == ["tune"] and "fade" in found.text
    assert found.report().endswith("/reports/tiny/tune.html")


# Digests


def scaled(factor):
    @feedlab.ranker(reads=["likes"], name="scaled")
    def score(candidates, parameters):
        return factor * candidates["likes"]

    return score


def digest(ranker):
    text, unknown = ranker.digest()
    assert unknown is None
    return text


def test_a_digest_has_the_values_of_the_closure():
    assert digest(scaled(2)) == digest(scaled(2)) != digest(scaled(3))
    assert digest(scaled(2)) != digest(scaled(2.0))
    assert digest(scaled(numpy.array([1.0, 2.0]))) == digest(scaled(numpy.array([1.0, 2.0])))
    assert digest(scaled(numpy.array([1.0, 2.0]))) != digest(scaled(numpy.array([1.0, 3.0])))
    assert digest(scaled({"a": [1, (2, None)]})) != digest(scaled({"a": [1, (3, None)]}))


def test_a_digest_has_variables_and_functions_of_the_session(monkeypatch):
    before = digest(warm)
    monkeypatch.setattr(sys.modules[__name__], "FADE", 12)
    assert digest(warm) != before

    def square(x):
        return x * x

    def cube(x):
        return x * x * x

    def root(x):
        return math.sqrt(x)

    assert len({digest(scaled(function)) for function in (square, cube, root, functools.partial(square), warm)}) == 5


def test_functions_that_call_each_other_have_a_digest():
    def even(n):
        return n == 0 or odd(n - 1)

    def odd(n):
        return n != 0 and even(n - 1)

    assert digest(scaled(even)) == digest(scaled(even))


def test_what_cannot_be_compared_is_not_used_again_and_a_warning_says_so(with_arm):
    model = object()
    first, unknown = scaled(model).digest()
    assert unknown == "'factor', of the type object" and first != scaled(model).digest()[0]

    @feedlab.ranker(reads=["likes"])
    def modelled(candidates, parameters):
        return candidates["likes"] + (model is None)

    with pytest.warns(UserWarning) as caught:
        feedlab.ab(with_arm(modelled), out="out")
    assert str(caught[0].message) == (
        "runs of the ranker 'modelled' are not used again, since 'model', of the type object, cannot be compared with what it was. "
        "Name it by @feedlab.ranker(…, version=1), and by another version whenever it changes"
    )
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning):
        assert "known already" not in feedlab.ab(with_arm(modelled), out="out").messages[0]


def test_a_version_names_what_cannot_be_compared(with_arm):
    def versioned(version):
        return feedlab.ranker(reads=["likes"], name="v", version=version)(lambda candidates, _, model=object(): candidates["likes"])

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert digest(versioned(1)) == digest(versioned("1")) != digest(versioned(2))


def test_two_rankers_that_cannot_be_distinguished_are_an_error(with_arm):
    def modelled(model, version):
        return feedlab.ranker(reads=["likes"], name="m", version=version)(lambda candidates, _, model=model: candidates["likes"])

    session = _rankers.Session()
    first, other = modelled(object(), 1), modelled(object(), 2)
    commands = [session.section(ranker, {})["command"] for ranker in (first, other, first)]
    assert commands[0] == commands[2] != commands[1]
    with pytest.raises(ValueError, match="^two rankers 'm' cannot be distinguished; give each another name or version$"):
        feedlab.ab({**with_arm(first), "arms": {"a": {"home": first}, "b": {"home": modelled(object(), 1)}}})
    # Where all can be compared they are the same.
    assert session.section(scaled(2), {}) == session.section(scaled(2), {})


def test_a_digest_has_the_file_of_a_module_that_is_edited(folder, monkeypatch):
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def imported(text):
        (folder / "feedlab_helper.py").write_text(text)
        sys.modules.pop("feedlab_helper", None)
        importlib.invalidate_caches()
        return importlib.import_module("feedlab_helper")

    one = "class Half:\n    by = 2\n"
    helper = imported(one)
    by_module, by_class = digest(scaled(helper)), digest(scaled(helper.Half))
    same = imported(one)
    assert (digest(scaled(same)), digest(scaled(same.Half))) == (by_module, by_class)
    other = imported(one.replace("2", "3"))
    assert digest(scaled(other)) != by_module and digest(scaled(other.Half)) != by_class
    # A version stands for the file.
    versioned = digest(scaled(imported("__version__ = '1'\n")))
    assert digest(scaled(imported("__version__ = '1'\nx = 2\n"))) == versioned
    assert digest(scaled(imported("__version__ = '2'\n"))) != versioned
    assert _rankers._is_installed(os.__file__) and _rankers._is_installed(numpy.__file__) and not _rankers._is_installed(other.__file__)


def test_a_digest_says_which_function_comes_again():
    def half(x):
        return x / 2

    def double(x):
        return x * 2

    assert digest(scaled([half, double, half])) == digest(scaled([half, double, half]))
    assert digest(scaled([half, double, half])) != digest(scaled([half, double, double]))


def learning(**methods):
    """A ranker that learns, with methods instead of its own."""

    class Learner:
        def learn(self, events):
            pass

        def score(self, candidates):
            return candidates["likes"]

    for name, method in methods.items():
        setattr(Learner, name, method)
    return feedlab.ranker(reads=["likes"], learns=True, version=1)(Learner)


@pytest.mark.parametrize("method", ["__init__", "open", "learn", "score"])
def test_an_exception_of_a_ranker_that_learns_is_kept(method):
    def broken(self, *arguments):
        return 1 // 0

    ranker = learning(**{method: broken})
    # What is in the class is not in the arm.
    assert not hasattr(ranker, "learn")
    session = _rankers.Session()
    with pytest.raises(feedlab_ranker.RankerError) as caught:
        state = feedlab_ranker._opened(_rankers._Observed(session, ranker._function), feedlab_ranker.Lane())
        state.learn([])
        state.score(feedlab_ranker.example(["likes"]))
    line = broken.__code__.co_firstlineno + 1
    assert str(caught.value).startswith("ZeroDivisionError: ")
    assert str(caught.value).endswith(f" (test_rankers.py, line {line}, in broken)")
    assert isinstance(session.failure, ZeroDivisionError)


def test_an_object_that_does_not_learn_is_named():
    @feedlab.ranker(reads=["likes"], learns=True)
    def made():
        return object()

    with pytest.raises(feedlab_ranker.RankerError, match=r"learn\(events\) and score\(candidates\); object has no learn$"):
        feedlab_ranker._opened(_rankers._Observed(_rankers.Session(), made._function), feedlab_ranker.Lane())


def test_a_session_whose_listener_is_closed_ends():
    session = _rankers.Session()
    session.section(warm, {})
    assert session.environment
    session._listener.close()
    session.close()


def test_a_ranker_of_a_session_that_has_ended_says_so():
    import feedlab._relay

    done = subprocess.run(
        [sys.executable, "-I", "-S", feedlab._relay.__file__, "warm", "0"], capture_output=True, text=True, env={}
    )
    assert done.returncode == 1
    assert done.stderr == "this ranker is a function in a Python session that has ended; call feedlab from one that has it\n"
