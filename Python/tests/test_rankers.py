"""Python functions as arms."""

import datetime
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
from feedlab import _digest, _rankers

numpy = pytest.importorskip("numpy")
FADE = 24
ZERO = "integer division or modulo by zero"


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
    assert again.messages[0] == "feedlab: 2 of 2 worlds were known already, and no ranker of 'mine' is called in them"
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

    line = broken.__wrapped__.__code__.co_firstlineno + 2
    with pytest.raises(feedlab.RunFailed) as caught:
        feedlab.ab(with_arm(broken), worlds=1)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    failure = f"failed: ZeroDivisionError: {ZERO} (test_rankers.py, line {line}, in broken)"
    assert str(caught.value) == (
        f"world 0 of arm 'mine': the ranker 'broken' {failure}; its request is saved, and "
        "feedlab.rank(…, arm='mine', request='reports/tiny/failed-request.json') asks again"
    )
    request = caught.value.request
    assert request == "reports/tiny/failed-request.json" and caught.value.exit_code == 1
    with pytest.raises(feedlab.RunFailed) as again:
        feedlab.rank(with_arm(broken), request=request)
    assert str(again.value) == f"{request}: the ranker 'broken' {failure}"
    assert isinstance(again.value.__cause__, ZeroDivisionError) and again.value.request is None
    mended = feedlab.ranker(reads=["likes"], name="broken")(lambda candidates, parameters: candidates["likes"])
    answered = feedlab.rank(with_arm(mended), request=request)
    assert " answers, and gives the candidates in reverse order the same order.\n" in answered.text.replace("\nsettings", " settings")
    assert "python-ranker" not in answered.text
    assert set(answered.rows()[0]) == {"position", "post", "author", "category", "likes", "score", "score_reversed"}


@pytest.mark.parametrize(("kind", "text"), [(SystemExit, "SystemExit: bad weights file"), (KeyboardInterrupt, "KeyboardInterrupt: bad weights file")])
def test_what_would_end_python_is_the_cause_too(with_arm, kind, text, capfd):
    @feedlab.ranker(reads=["likes"], version=1)
    def ends(candidates, parameters):
        raise kind("bad weights file")

    line = ends.__wrapped__.__code__.co_firstlineno + 2
    with pytest.raises(feedlab.RunFailed) as caught:
        feedlab.ab(with_arm(ends), worlds=1)
    assert f"the ranker 'ends' failed: {text} (test_rankers.py, line {line}, in ends); " in str(caught.value)
    assert type(caught.value.__cause__) is kind
    assert "Traceback" not in capfd.readouterr().err


def test_a_ranker_of_a_file_is_asked_again_by_the_same_call(folder):
    (folder / "mine").write_text("#!/bin/sh\n")
    (folder / "mine").chmod(0o755)
    (folder / "with blank.yml").write_text(
        "feedlab: 1\nname: mine\nworld: {members: 60, days: 3, warm-up: 1}\n"
        "arms: {newest: {home: recency}, mine: {home: {ranker: command, command: [./mine], reads: [likes]}}}\n"
        "ab: {baseline: newest, primary: relevance@10, replications: 1}\n"
    )
    with pytest.raises(feedlab.RunFailed) as caught:
        feedlab.ab("with blank.yml", out="it's out")
    assert str(caught.value).endswith(f"feedlab.rank(…, arm='mine', request={caught.value.request!r}) asks again")
    assert caught.value.request == "it's out/failed-request.json"
    with pytest.raises(feedlab.RunFailed, match="^it's out/failed-request.json: the ranker './mine' ended with exit code 0 before"):
        feedlab.rank("with blank.yml", request=caught.value.request)


def test_a_page_of_a_function_has_its_scores_and_features(with_arm):
    asked = {"viewer": 17, "at": datetime.timedelta(days=2, hours=12), "limit": 1000}
    page = feedlab.rank(with_arm({"ranker": warm, "parameters": {"fade": 12}}), arm="mine", leave_one_out=True, **asked)
    assert page.kinds == ["candidates"] and "\nmine for viewer 17 on home at 2d12h in world 0\n" in page.text
    rows = page.rows()
    assert [row["position"] for row in rows] == list(range(1, len(rows) + 1)) and len(rows) > 20
    for row in rows:
        score = (1 + row["ranking.likes"]) / (1 + row["age_hours"] / 12)
        assert row["ranking.score"] == pytest.approx(score, rel=1e-6) and row["ranking.age_hours"] == row["age_hours"]
    assert [row["ranking.score"] for row in rows] == sorted((row["ranking.score"] for row in rows), reverse=True)
    assert page.figures["viewer"] == 17 and [part["feature"] for part in page.figures["dependence"]] == ["age_hours", "likes"]
    assert page.markdown.startswith("<!-- feedlab:rank scenario=tiny -->\n### FeedLab rank: tiny\n")
    # The ranker that is built in gives the same page.
    formula = feedlab.rank(with_arm(FORMULA), arm="mine", **asked)
    assert [row["post"] for row in formula.rows()] == [row["post"] for row in rows]


def test_a_page_needs_a_viewer_and_a_time(scenario):
    with pytest.raises(feedlab.WrongUsage, match="^--viewer is missing; it is the number of the member who opens the feed, such as"):
        feedlab.rank(scenario)


def test_an_order_is_that_of_the_same_scores(with_arm):
    @feedlab.ranker(reads=["likes"], kind="order")
    def liked(candidates, parameters):
        return candidates.posts[numpy.lexsort((candidates.posts, candidates["likes"]))[::-1]]

    by_order = feedlab.ab(with_arm(liked), out="order").rows("replications")
    # An order may leave posts out.
    pages = [row["value"] for row in by_order if row["metric"] == "underfilled_page_share"]
    assert pages == [0.0] * 6
    by_order = [row for row in by_order if row["metric"] != "underfilled_page_share"]
    assert by_order == feedlab.ab(with_arm({"ranker": "formula", "score": "likes"}), out="formula").rows("replications")


LEARNER = """\
from feedlab_ranker import Event, ranker

class Popular:
    def __init__(self):
        self.likes = {}

    def learn(self, events):
        for event in events[events["kind"] == Event.LIKE]:
            self.likes[event["post"]] = self.likes.get(event["post"], 0) + 1

    def score(self, candidates):
        return [self.likes.get(post, 0) for post in candidates.posts]
"""


def test_a_class_learns_in_each_world_as_it_does_in_a_script(with_arm, folder, monkeypatch):
    """Started as a script too, since that is what it has to agree with."""
    (folder / "popular.py").write_text(f"{LEARNER}\nranker(learns=True)(Popular)\n")
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(feedlab_ranker.__file__))
    script = {"ranker": "command", "command": [sys.executable, "popular.py"], "files": ["popular.py"], "reads": [], "learns": True}
    expected = feedlab.ab(with_arm(script), out="script").rows("replications")
    names = {}
    exec(LEARNER, names)
    made = []

    class Counted(names["Popular"]):
        def open(self, lane):
            made.append(lane.world)

    popular = feedlab.ranker(learns=True, version=1)(Counted)
    assert feedlab.ab(with_arm(popular), out="class").rows("replications") == expected
    # A world whose conversation had another one before has one more object.
    assert set(made) == {0, 1}


def test_a_class_serves_pages_of_the_posts_that_it_learnt_of(with_arm):
    asked = []

    class Newest:
        def __init__(self):
            self.posts = []

        def learn(self, events):
            self.posts += events["post"][events["kind"] == feedlab_ranker.Event.POST].tolist()

        def page(self, request):
            asked.append((request.surface, request.cursor))
            start = int(request.cursor or 0)
            return self.posts[::-1][start : start + request.limit], str(start + request.limit)

    served = feedlab.ab(with_arm(feedlab.ranker(kind="serve", learns=True, version=1)(Newest)), worlds=1)
    assert {row["arm"] for row in served.rows("replications")} == {"newest", "popular", "mine"}
    # The first page of a refresh has no cursor, and the second the one that the first gave.
    assert {surface for surface, _ in asked} == {"home"} and {cursor for _, cursor in asked} >= {None, "20"}


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
    with pytest.raises(
        feedlab.RunFailed, match="the ranker 'warm' is a function of another call; give that call's result instead of its folder"
    ):
        feedlab.explain("out", member=17, at="2d")


def test_results_of_a_program_are_explained_with_their_scenario(with_arm, folder):
    (folder / "mine.py").write_text(
        "from feedlab_ranker import ranker\n\n\n@ranker(reads=['likes'])\ndef score(candidates, parameters):\n    return candidates['likes']\n"
    )
    command = {"ranker": "command", "command": [sys.executable, "mine.py"], "reads": ["likes"]}
    compared = feedlab.ab(with_arm(command), out="out", candidate="mine")
    assert feedlab.explain(compared, member=17, at="2d").rows()
    with pytest.raises(feedlab.RunFailed, match="FeedLab starts only programs that a scenario names|the recorded program is gone"):
        feedlab.explain("out", member=17, at="2d")


def test_a_ranker_runs_no_command(with_arm, scenario):
    @feedlab.ranker(reads=["likes"])
    def eager(candidates, parameters):
        feedlab.run(scenario)
        return candidates["likes"]

    with pytest.raises(feedlab.RunFailed, match=r"a ranker called feedlab\.run\(\) while FeedLab waited for its answer"):
        feedlab.ab(with_arm(eager), worlds=1)


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


def test_a_digest_has_what_is_in_a_class_and_in_the_classes_that_it_is_made_of():
    def made(weight=1, base=2, model=None):
        class Counts:
            by = base

            def add(self, event):
                return event * self.by

        class Learner(Counts):
            likes = weight

            def learn(self, events):
                self.last = [self.add(event) for event in events] or model

            @property
            def most(self):
                return weight

            @staticmethod
            def twice(x):
                return weight * x

            def score(self, candidates):
                return Learner.twice(self.most)

        return feedlab.ranker(learns=True)(Learner)

    assert digest(made()) == digest(made())
    assert len({digest(made()), digest(made(weight=2)), digest(made(base=3))}) == 3
    assert made(model=object()).digest()[1] == "'model', of the type object"


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
    # Who edits a module may leave its version as it is.
    versioned = digest(scaled(imported("__version__ = '1'\n")))
    assert digest(scaled(imported("__version__ = '1'\nx = 2\n"))) != versioned
    assert _digest.is_installed(os.__file__) and _digest.is_installed(numpy.__file__) and not _digest.is_installed(other.__file__)


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
