"""Scenarios as paths, texts and dictionaries, and their faults."""

import datetime
import json
import os
import pathlib

import pytest

import feedlab
from feedlab import _scenario

TEXT = """\
feedlab: 1
name: tiny
seed: 7
world: {members: 60, days: 3, warm-up: 1}
arms: {newest: {home: recency}, popular: {home: popularity}}
ab: {baseline: newest, primary: relevance@10, replications: 2}
"""


def faults(call):
    with pytest.raises(feedlab.InvalidInput) as caught:
        call()
    assert caught.value.exit_code == 65
    return caught.value.faults


def test_a_path_a_text_and_a_dictionary_have_the_same_results(scenario, folder, compared):
    (folder / "tiny.yml").write_text(TEXT)
    expected = compared.rows("replications")
    assert feedlab.ab(pathlib.Path("tiny.yml"), out="path").rows("replications") == expected
    assert feedlab.ab(TEXT, out="text").rows("replications") == expected
    # Nothing is left beside the results and the file.
    assert sorted(os.listdir(folder)) == ["path", "text", "tiny.yml"]


def test_all_faults_of_a_dictionary_have_the_path_of_the_key_and_the_nearest_name(scenario):
    scenario["arms"] = {"newest": {"hom": "recency"}, "popular": {"home": "populrity"}}
    assert faults(lambda: feedlab.ab(scenario)) == (
        feedlab.Fault("<dict>", None, None, "arms.newest.hom: no scenario has this key; did you mean 'home'?"),
        feedlab.Fault("<dict>", None, None, "arms.popular.home: there is no ranker 'populrity'; did you mean 'popularity'?"),
    )


def test_faults_of_a_text_and_a_file_have_line_and_column(folder):
    text = TEXT.replace("members", "membrs")
    found = faults(lambda: feedlab.ab(text))
    assert str(found[0]) == "<text>:4:9: world.membrs: no scenario has this key; did you mean 'members'?"
    (folder / "tiny.yml").write_text(text)
    assert faults(lambda: feedlab.validate("tiny.yml")) == (found[0]._replace(file="tiny.yml"),)


def test_a_file_that_is_not_there(folder):
    with pytest.raises(feedlab.InvalidInput, match=r"^nope.yml: there is no such file$") as caught:
        feedlab.ab("nope.yml")
    assert caught.value.faults == (feedlab.Fault("nope.yml", None, None, "there is no such file"),)


def test_a_key_that_is_set_and_not_there_is_a_fault(scenario):
    assert faults(lambda: feedlab.ab(scenario, set={"world.membrs": 3})) == (
        feedlab.Fault("--set world.membrs=3", None, None, "no scenario has this key; did you mean 'members'?"),
    )
    (fault,) = faults(lambda: feedlab.ab(scenario, set={"world.members": "many"}))
    assert (fault.file, fault.message[:24]) == ("--set world.members=many", "expected a whole number ")


def test_nothing_is_no_scenario():
    with pytest.raises(TypeError, match=r"^validate\(\) needs a scenario: "):
        feedlab.validate()


def test_times_are_exact(scenario):
    time = datetime.timedelta
    assert [_scenario.duration(value) for value in (time(days=12, hours=5), time(days=400, microseconds=1), -time(seconds=1.5))] == [
        "1054800s", "34560000.000001s", "-1.5s"
    ]
    # A key whose value is a number of days or hours gets one.
    scenario["world"].update(days=time(days=3), **{"warm-up": time(hours=36)})
    scenario["behaviour"] = {"satiation": {"half-life": time(hours=6)}}
    scenario["arms"]["popular"] = {"home": {"ranker": "affinity", "half-life": time(days=2, microseconds=500_000)}}
    text = feedlab.validate(scenario, trend=False).text
    assert "\n  days      3, of which 1.5 warm-up\n" in text


def test_what_json_has_no_form_for_is_a_fault(scenario):
    def score(candidates, parameters):
        return candidates["likes"]

    scenario["arms"]["popular"] = {"home": score}
    scenario["ab"]["primary"] = {"relevance@10"}
    scenario["ab"]["alpha"] = float("nan")
    assert [fault.message for fault in faults(lambda: feedlab.ab(scenario))] == [
        "arms.popular.home: 'score' is no ranker yet; write @feedlab.ranker(reads=[…]) above the function",
        "ab.primary: expected a text, a number, a list or a dictionary, found set",
        "ab.alpha: expected a finite number, found nan",
    ]


def test_a_scenario_is_nothing_else():
    with pytest.raises(TypeError, match="^a scenario is a path, a text of several lines or a dictionary, and not of the type int$"):
        feedlab.ab(7)


def test_durations_and_numbers_of_numpy_are_written_as_the_program_reads_them(scenario):
    numpy = pytest.importorskip("numpy")
    scenario["world"]["members"] = numpy.int64(60)
    scenario["arms"]["popular"] = {"home": {"ranker": "gravity", "gravity": numpy.float64(1.5)}}
    feedlab.validate(scenario, trend=False)
    from feedlab._scenario import opened

    with opened({"name": "x", "time": datetime.timedelta(minutes=90), "list": (1, numpy.array([2.0]))}) as file:
        assert json.loads(pathlib.Path(file.path).read_text()) == {"name": "x", "time": "5400s", "list": [1, [2.0]]}


def test_what_numpy_has_inside_is_a_fault_with_its_key(scenario):
    numpy = pytest.importorskip("numpy")
    scenario["ab"]["alpha"] = numpy.float32("nan")
    scenario["world"]["days"] = numpy.array([1.0, numpy.inf])
    scenario["world"]["members"] = numpy.longdouble(60)
    scenario["ab"]["primary"] = numpy.array([{"x"}, "y"], object)
    assert [fault.message for fault in faults(lambda: feedlab.ab(scenario))] == [
        "world.members: expected a text, a number, a list or a dictionary, found longdouble",
        "world.days.1: expected a finite number, found inf",
        "ab.primary.0: expected a text, a number, a list or a dictionary, found set",
        "ab.alpha: expected a finite number, found nan",
    ]


def test_times_with_a_zone_are_written_as_those_of_utc():
    times = ["2026-01-01T12:00:00.25+02:00", "2026-07-01T12:00:00+02:00"]
    expected = "a,t\n1,2026-01-01T10:00:00.250000\n2,2026-07-01T10:00:00.000000\n"
    pandas = pytest.importorskip("pandas")
    zoned = pandas.to_datetime(pandas.Series(times), format="ISO8601").dt.tz_convert("Europe/Berlin")
    frame = pandas.DataFrame({"a": [1, 2], "t": zoned})
    assert _scenario._csv(frame) == expected and str(frame["t"].dtype.tz) == "Europe/Berlin"
    polars = pytest.importorskip("polars")
    moments = polars.Series("t", [datetime.datetime.fromisoformat(f"{time[:19]}{'.250000' if '.25' in time else ''}+02:00") for time in times])
    assert _scenario._csv(polars.DataFrame({"a": [1, 2], "t": moments.dt.convert_time_zone("Europe/Berlin")})) == expected


def test_a_file_is_removed_from_another_folder(folder, monkeypatch):
    (folder / "sub").mkdir()
    with _scenario.opened({"name": "x"}):
        monkeypatch.chdir(folder / "sub")
    assert sorted(os.listdir(folder)) == ["sub"]


def test_files_of_a_dictionary_start_at_the_working_folder(with_arm, folder):
    (folder / "mine.csv").write_text("post,score\n")
    found = faults(lambda: feedlab.ab(with_arm({"ranker": "command", "command": ["./mine"], "reads": ["likes"]})))
    assert "mine: there is no such file" in found[0].message


def test_a_folder_that_cannot_be_written_is_no_obstacle(scenario, folder, monkeypatch):
    real = os.open

    def refused(path, *arguments, **named):
        if str(path).endswith(".feedlab.json"):
            raise PermissionError(13, "Permission denied", path)
        return real(path, *arguments, **named)

    # Nothing is forbidden to an administrator, who may run this test.
    monkeypatch.setattr(os, "open", refused)
    assert feedlab.validate(scenario, trend=False).text.startswith("<dict>: scenario 'tiny' is valid\n")
    assert os.listdir(folder) == []
    # Paths start at the working folder, up and down.
    (folder / "work" / "data").mkdir(parents=True)
    monkeypatch.chdir(folder / "work")
    for path in ("edges.csv", "data/edges.csv", "../edges.csv", str(folder / "edges.csv")):
        scenario["world"]["graph"] = {"edges": path}
        with pytest.raises(feedlab.InvalidInput) as caught:
            feedlab.validate(scenario, trend=False)
        assert "there is no such file" in str(caught.value) and "twin" not in str(caught.value)
        (folder / "work" / path).write_text("".join(f"{k},{(k + 1) % 60}\n" for k in range(60)))
        assert feedlab.validate(scenario, trend=False).text.startswith("<dict>: scenario 'tiny' is valid\n")
        os.unlink(folder / "work" / path)


def test_a_file_of_a_process_that_was_killed_is_removed_and_one_in_use_is_not(scenario, folder):
    for name in (".tiny.feedlab.json", ".tiny-1.feedlab.json"):
        (folder / name).write_text("{")
    feedlab.validate(scenario, trend=False)
    # As many as there are processes at a time: the second was not looked for.
    assert os.listdir(folder) == [".tiny-1.feedlab.json"]
    with _scenario.file("tiny", ".json", "{}") as first, _scenario.file("tiny", ".json", "{}") as second:
        assert [first, second] == [".tiny.feedlab.json", ".tiny-1.feedlab.json"]
        feedlab.validate(scenario, trend=False)
        assert sorted(os.listdir(folder)) == [".tiny-1.feedlab.json", ".tiny.feedlab.json"]
    assert os.listdir(folder) == []


class Silent:
    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __str__


def test_what_no_file_can_have_is_a_fault(scenario):
    start = "the scenario cannot be written to a file: "
    own = {**scenario}
    own["metrics"] = own
    assert faults(lambda: feedlab.validate(own))[0].message == start + "it is nested too deeply, or a part of it contains itself"
    for half in ({**scenario, "name": "\ud800"}, "feedlab: 1\nname: \ud800\n"):
        assert faults(lambda: feedlab.validate(half))[0].message == start + "'\\ud800' is no character of Unicode"
    world = {**scenario, "world": {**scenario["world"], Silent(): 1}}
    assert faults(lambda: feedlab.validate(world))[0].message == "in world: a key is a text, and not a Silent"
    with pytest.raises(TypeError, match="^a scenario is a path, a text of several lines or a dictionary, and not of the type Silent$"):
        feedlab.validate(Silent())
