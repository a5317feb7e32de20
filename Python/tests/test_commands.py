"""Options, exit codes and messages of commands."""

import os
import signal
import subprocess
import sys
import textwrap

import pytest

import feedlab
from feedlab import _commands, _errors


def test_options_are_those_of_the_program():
    options = feedlab.options("ab")
    assert options["worlds"].startswith("Number of parallel worlds")
    assert "half_width" in options and "format" not in options and "color" not in options


def test_options_of_what_is_no_command_name_the_nearest():
    with pytest.raises(ValueError, match=r"^there is no command 'validat'; did you mean 'validate'\?$"):
        feedlab.options("validat")
    with pytest.raises(ValueError, match="^there is no command 'zzz'; there are ab, baseline, calibrate, check, explain, load, "):
        feedlab.options("zzz")
    assert "number" in feedlab.options("load")
    assert set(_commands._FUNCTIONS) < set(feedlab.__all__)


def test_an_option_that_is_not_there_has_the_nearest_name(scenario):
    with pytest.raises(TypeError, match=r"^ab\(\) has no option 'world'; did you mean 'worlds'\?$"):
        feedlab.ab(scenario, world=2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"worlds": 16, "seed": None}, ["--worlds=16"]),
        ({"worlds": "8..64"}, ["--worlds=8..64"]),
        ({"set": {"world.members": 500, "ab.antithetic": True}}, ["--set=world.members=500", "--set=ab.antithetic=true"]),
        ({"candidate": ["a", "b"], "fresh": True, "references": False}, ["--candidate=a", "--candidate=b", "--fresh"]),
        ({"guardrail": {"b", "a"}, "metrics": ("x",)}, ["--guardrail=a", "--guardrail=b", "--metrics=x"]),
        ({"set": {"world.days": __import__("datetime").timedelta(days=1.5)}}, ["--set=world.days=1.5"]),
        ({"set": {"a": None, "b": [True, "x", {"y": 1}]}}, ["--set=a=null", '--set=b=[true, "x", {"y": 1}]']),
        ({"switch_every": __import__("datetime").timedelta(days=12, hours=5, seconds=7, milliseconds=250)}, ["--switch-every=1054807.25s"]),
        ({"switch_every": __import__("datetime").timedelta(days=1)}, ["--switch-every=86400s"]),
    ],
)
def test_options_on_the_command_line(arguments, words):
    assert _commands._words("ab", arguments) == words


def test_options_of_numpy_on_the_command_line():
    numpy = pytest.importorskip("numpy")
    assert _commands._words("ab", {"guardrail": numpy.array(["a", "b"]), "worlds": numpy.int64(4)}) == ["--guardrail=a", "--guardrail=b", "--worlds=4"]
    weekdays = {"behaviour.sessions.weekdays": [numpy.float64(1)] * 2, "x": numpy.array([1, 2]), "y": numpy.bool_(True)}
    assert _commands._words("ab", {"set": weekdays}) == ["--set=behaviour.sessions.weekdays=[1.0, 1.0]", "--set=x=[1, 2]", "--set=y=true"]
    assert _commands._words("rank", {"at": numpy.timedelta64(2, "D")}) == ["--at=172800s"]


def test_what_has_no_form_on_the_command_line_is_named():
    with pytest.raises(TypeError, match=r"^the option 'set' of ab\(\) takes texts, numbers, lists and dictionaries, and not <object "):
        _commands._words("ab", {"set": {"arms.a.home": object()}})


def test_a_flag_with_a_negative_form():
    assert _commands._words("validate", {"trend": False}) == ["--no-trend"]
    with pytest.raises(TypeError, match=r"^the option 'fresh' of ab\(\) is True or False, and not 1$"):
        _commands._words("ab", {"fresh": 1})


def test_wrong_values_are_the_errors_of_the_program(scenario):
    with pytest.raises(feedlab.WrongUsage) as caught:
        feedlab.ab(scenario, worlds="x")
    assert caught.value.exit_code == 64
    assert str(caught.value).startswith("-n x: expected a whole number from 1 to 1000000 (worlds)")


def test_options_that_other_commands_share(scenario):
    assert feedlab.select(scenario, metric="relevance@10", delta=0.02, worlds="4..6").kinds == ["select"]
    assert feedlab.power(scenario, metric="relevance@10", worlds=4, effect="1%").kinds == ["power"]


def test_a_check_without_a_section_names_it(folder):
    (folder / "tiny.yml").write_text("feedlab: 1\narms: {newest: {home: recency}}\n")
    with pytest.raises(feedlab.WrongUsage, match="^tiny.yml: it has no section check"):
        feedlab.check("tiny.yml")


CHECKED = """\
feedlab: 1
name: tiny
world: {members: 60, days: 3, warm-up: 1}
arms: {newest: {home: recency}}
check: {arm: newest, baseline: tiny.json, replications: 2, rules: {relevance@10: error}}
"""


def test_a_check_without_a_baseline_one_that_passes_and_one_that_finds_a_change(folder):
    (folder / "tiny.yml").write_text(CHECKED)
    with pytest.raises(feedlab.NoBaseline):
        feedlab.check("tiny.yml")
    subprocess.run([feedlab.program(), "baseline", "record", "tiny.yml", "--allow-ci", "--quiet"], check=True)
    checked = feedlab.check("tiny.yml")
    assert (checked.passed, checked.exit_code) == (True, 0)
    # The check adds how much the pages have in common with those of the baseline.
    assert [row["metric"] for row in checked.rows("rules")] == ["relevance@10", "ranking_overlap"]
    assert feedlab.check(CHECKED).rows("rules") == checked.rows("rules")
    changed = feedlab.check("tiny.yml", set={"arms.newest.home": "popularity"}, fail_on="any")
    assert (changed.passed, changed.exit_code) == (False, 4)


@pytest.mark.parametrize("name", ["--help", "--version", "-h"])
def test_a_file_is_no_option(folder, name):
    calls = [
        feedlab.ab, feedlab.check, feedlab.baseline, feedlab.validate, feedlab.measure, feedlab.load, feedlab.explain,
        lambda path: feedlab.explain(".", path), lambda path: feedlab.rank(path, viewer=1, at="1d"),
    ]
    for call in calls:
        with pytest.raises(feedlab.FeedLabError):
            call(name)
    (folder / name).write_text(CHECKED)
    assert "newest" in feedlab.validate(name).text


def test_a_baseline_of_a_dictionary_is_recorded(scenario, folder):
    scenario["check"] = {"arm": "popular", "replications": 2, "rules": {"relevance@10": "error"}}
    with pytest.raises(feedlab.NoBaseline) as caught:
        feedlab.check(scenario)
    assert str(caught.value).endswith("there is no baseline baselines/tiny.json; record it: feedlab.baseline(scenario)")
    recorded = feedlab.baseline(scenario, allow_ci=True)
    assert recorded.messages == ["feedlab: baselines/tiny.json: recorded 2 worlds of 'popular'"] and os.listdir(folder) == ["baselines"]
    checked = feedlab.check(scenario)
    assert checked.passed and checked.verdict == "tiny: IDENTICAL: popular is as in the baseline in all of 2 worlds, 2 rules"
    assert "feedlab sensitivity" not in checked.text + checked.markdown
    assert "anchor" in feedlab.options("baseline")
    with pytest.raises(TypeError, match=r"^baseline\(\) has no option 'ancor'; did you mean 'anchor'\?$"):
        feedlab.baseline(scenario, ancor="v1")


def test_calibrate_takes_data_frames(folder):
    pandas = pytest.importorskip("pandas")
    # 60 members, the k-th of whom follows one to five others.
    pairs = [(k, (k + 7 * step) % 60) for k in range(60) for step in range(1, 2 + k % 5)]
    follows = pandas.DataFrame(pairs, columns=["from", "to"])
    mapping = {
        "format": "feedlab-mapping/1",
        "name": "mine",
        "tables": [{"role": "follows", "file": follows, "columns": {"src": "from", "dst": "to"}}],
    }
    fitted = feedlab.calibrate(mapping, inputs_only=True)
    assert fitted.text.startswith("mine: 180 rows;")
    assert "    # reciprocity: n " in fitted.scenario and "; <tables.0.file>" in fitted.scenario
    assert ".feedlab" not in fitted.scenario + fitted.text and fitted.messages == []
    assert os.listdir(folder) == []
    feedlab.validate(fitted.scenario, trend=False)
    written = feedlab.calibrate(mapping, out="mine.yml", inputs_only=True)
    assert (folder / "mine.yml").read_text() == written.scenario == fitted.scenario


def test_every_exit_code_of_the_program_has_its_error():
    codes = {1: "RunFailed", 5: "NoBaseline", 6: "UnusableBaseline", 7: "UncheckedBaseline", 64: "WrongUsage", 65: "InvalidInput", 70: "Unrepeatable"}
    for code, name in codes.items():
        error = _errors.failure(code, ["feedlab: error: so"])
        assert (type(error).__name__, str(error), error.exit_code) == (name, "so", code)
    assert str(_errors.failure(-9, [])) == "feedlab was ended by signal 9"
    assert str(_errors.failure(75, [])) == "feedlab ended with exit code 75"


def test_a_command_that_asks_again_is_a_call():
    line = (
        "world 0 of arm 'mine': the ranker './mine' failed; its request is saved, and 'feedlab rank mine.yml --arm mine "
        "--set world.members=60 --set 'arms.mine.home.command=[./it'\\''s]' --request 'my reports/failed-request.json'' asks again"
    )
    assert _commands._asking_again(["one", line]) == (
        [
            "one",
            "world 0 of arm 'mine': the ranker './mine' failed; its request is saved, and feedlab.rank(…, arm='mine', "
            "set={'world.members': '60', 'arms.mine.home.command': \"[./it's]\"}, request='my reports/failed-request.json') asks again",
        ],
        "my reports/failed-request.json",
    )
    # Distributed work knows no file of the scenario.
    other = "'feedlab rank SCENARIO --arm mine --request x.json' asks again, with the scenario of the plan"
    assert _commands._asking_again([other]) == (["feedlab.rank(…, arm='mine', request='x.json') asks again, with the scenario of the plan"], "x.json")
    assert _commands._asking_again(["another"]) == (["another"], None)


def test_ctrl_c_keeps_what_is_finished(scenario):
    """A process of its own, since the signal is for the main thread of one."""
    scenario["ab"]["replications"] = 100_000
    script = f"""
        import os, signal, feedlab
        from feedlab import _program
        # What a shell runs in the background, as CI may be, is started without Ctrl-C.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        execute, lines = _program.execute, []
        def at_the_third_world(progress):
            if progress["finished_worlds"] >= 3 and not lines:
                lines.append(progress)
                os.kill(os.getpid(), signal.SIGINT)
        def watched(words, environment=None, progress=None):
            return execute(words, environment, at_the_third_world if words[0] == "ab" else progress)
        _program.execute = watched
        try:
            feedlab.ab({scenario!r})
        except feedlab.Interrupted as interruption:
            assert isinstance(interruption, KeyboardInterrupt)
            print(interruption)
            print(interruption.folder)
            print(len(feedlab.load(interruption.folder).rows("replications")) >= 3 * 2 * 55)
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=60)
    first, *others = done.stdout.splitlines()
    assert first.startswith("interrupted after ") and first.endswith("; the same call goes on from there")
    assert others == ["reports/tiny", "True"]


def test_options_of_one_value_take_one_and_set_sets_single_keys(scenario):
    with pytest.raises(TypeError, match=r"^the option 'worlds' of ab\(\) takes one value, and not 2$"):
        feedlab.ab(scenario, worlds=[1, 2])
    with pytest.raises(TypeError) as caught:
        feedlab.ab(scenario, set={"world": {"members": 50}})
    assert str(caught.value) == (
        "the option 'set' of ab() sets single keys; write {'world.members': …} instead of {'world': {'members': …}}"
    )
    own = []
    own.append(own)
    with pytest.raises(TypeError, match=r"^the option 'set' of ab\(\) contains itself$"):
        feedlab.ab(scenario, set={"world.members": own})
    # A whole arm is a key.
    assert feedlab.run(scenario, worlds=[1], set={"arms.popular": {"home": "random"}}).rows()
