"""The checks of .ci's tables: what is wrong is named with what to do, and all faults at once."""

import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
FOLDER = pathlib.Path(__file__).resolve().parent.parent


def script(name):
    """A script of .ci as a module."""
    loader = importlib.machinery.SourceFileLoader(name.replace("-", "_"), str(FOLDER / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


budgets, due, test_times, wording = script("budgets"), script("due"), script("test-times"), script("wording")
HEADER = "group\tfolder\tlines\treason\n"


class Budgets(unittest.TestCase):
    def test_rows_of_a_folder_add_up_and_groups_have_aims(self):
        read = budgets.read(
            HEADER + "g\t*\t90\tthe aim\ng\tSources/A\t100\tas it stood\ng\tSources/A\t+20\tone more codec\n")
        self.assertEqual(read, ({"Sources/A": 120}, {"Sources/A": "g"}, {"g": 90}, []))

    def test_each_faulty_row_is_named(self):
        rows = ["g\tSources/A\t100\tas it stood", "g\tSources/A\t120\ttwice", "g\tSources/B\t+5\tno first row",
                "g\tSources/C\tmany\tno number", "g\tSources/D\t5\t ", "g Sources/E 5"]
        self.assertEqual(budgets.read(HEADER + "\n".join(rows))[3], [
            ".ci/budgets.tsv:3: Sources/A has a budget already; write +120 to raise it, or change the first row",
            ".ci/budgets.tsv:4: Sources/B has no budget that +5 could raise; begin with a row without +",
            ".ci/budgets.tsv:5: 'many' is not a number of lines such as 400 or +40",
            ".ci/budgets.tsv:6: Sources/D has no reason; write why it may have these lines",
            ".ci/budgets.tsv:7: the row has 1 fields, not 4; separate them by tabs",
        ])

    def test_a_folder_may_have_as_many_lines_as_its_budget(self):
        self.assertEqual(budgets.compare({"Sources/A": 120}, {"Sources/A": 120}), [])

    def test_a_folder_above_its_budget_without_one_or_gone_is_named(self):
        self.assertEqual(budgets.compare({"Sources/A": 1121, "Sources/B": 7}, {"Sources/A": 1100, "Sources/C": 3}), [
            "Sources/A has 1,121 lines, 21 above its budget of 1,100; remove some, or add a row with +21 and the reason to"
            " .ci/budgets.tsv",
            "Sources/B has 7 lines and no budget; add a row with a reason to .ci/budgets.tsv",
            ".ci/budgets.tsv: Sources/C does not exist or has no code; remove its rows, or correct the name",
        ])


class Due(unittest.TestCase):
    def test_a_step_without_folders_twice_or_with_a_folder_that_does_not_exist_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "Sources").mkdir()
            text = "step\tfolders\nprove\tSources Sourses\nempty\nprove\tSources\n"
            self.assertEqual(due.read_steps(text, root)[1], [
                ".ci/steps.tsv:2: prove: 'Sourses' does not exist; correct its name, or remove it from the row",
                ".ci/steps.tsv:3: empty has no folders; write those that it depends on behind a tab",
                ".ci/steps.tsv:4: prove stands there twice; write all its folders into one row",
            ])

    def test_the_digest_is_of_contents_and_names(self):
        self.assertEqual(due.digest([".ci/tests"]), due.digest([".ci/tests"]))
        self.assertNotEqual(due.digest([".ci/tests"]), due.digest([".ci/steps.tsv"]))

    def test_what_has_passed_is_read_by_step(self):
        slurm, prove = "0123456789abcdef", "fedcba9876543210"
        self.assertEqual(due.read_passed(f"slurm\t{slurm}\nprove\t{prove}\n"), ({"slurm": slurm, "prove": prove}, []))

    def test_what_is_no_row_of_a_step_is_named(self):
        digest = "0123456789abcdef"
        self.assertEqual(due.read_passed(f"d6210ddd\nslurm\t{digest}\nslurm\t{digest}\n")[1], [
            ".ci/passed:1: 'd6210ddd' is not the one row of a step with its digest; remove it, and the step runs again",
            f".ci/passed:3: 'slurm\t{digest}' is not the one row of a step with its digest; remove it, and the step runs again",
        ])


class TestTimes(unittest.TestCase):
    def records(self, tests, events):
        """An event stream of tests, by whether they have arguments, and of moments with a kind, a test and a case."""
        for test, has_cases in tests.items():
            yield json.dumps({"kind": "test", "payload": {
                "kind": "function", "id": test, "name": f"{test}()", "displayName": f"{test} holds",
                "isParameterized": has_cases, "sourceLocation": {"fileID": "TTests/Folder/ATests.swift"}}})
        for moment, kind, test, *case in events:
            yield json.dumps({"kind": "event", "payload": {
                "kind": kind, "testID": test, "_testCase": {"id": str(case)}, "instant": {"absolute": moment}}})

    def test_the_time_of_a_test_is_the_sum_of_its_cases(self):
        events = [(10, "testCaseStarted", "a", 1), (11, "testCaseStarted", "a", 2), (12, "testCaseEnded", "a", 2),
                  (12.5, "testCaseEnded", "a", 1)]
        self.assertEqual(test_times.times_of(self.records({"a": True}, events), 2), {"TTests ATests: a holds": 3.5})

    def test_a_test_without_arguments_gets_its_turn_when_another_one_ends(self):
        # All wait from the beginning for two turns: b and c have them at 0, d at 3 when c ends, the case at 5 when b ends, and e
        # at 9 when the case ends.
        events = [(0, "testStarted", "b"), (0, "testStarted", "c"), (0, "testStarted", "d"), (0, "testStarted", "e"),
                  (3, "testEnded", "c"), (5, "testEnded", "b"), (5, "testCaseStarted", "a", 1), (9, "testCaseEnded", "a", 1),
                  (10, "testEnded", "d"), (11, "testEnded", "e")]
        tests = {"a": True, "b": False, "c": False, "d": False, "e": False}
        times = test_times.times_of(self.records(tests, events), 2)
        self.assertEqual(
            {name[-7]: seconds for name, seconds in times.items()}, {"a": 4, "b": 5, "c": 3, "d": 7, "e": 2})

    def test_the_pace_is_that_of_all_tests_that_both_have(self):
        # 22.2 s instead of 11.1 s.
        known = {"a": 1.0, "b": 10.0, "c": 0.1, "gone": 5.0}
        self.assertAlmostEqual(test_times.pace_of({"a": 4.0, "b": 17.3, "c": 0.9, "new": 9.0}, known), 2)
        self.assertEqual(test_times.pace_of({"new": 9.0}, known), 1)

    def test_a_slower_test_is_named_by_the_pace_of_the_whole(self):
        known = {"a": 1.0, "b": 10.0, "c": 0.1}
        # At twice the time of all, a may take 6 s; c takes less than a second.
        self.assertEqual(test_times.slower_tests({"a": 5.9, "b": 17.3, "c": 0.9, "new": 9.0}, known, 2), [])
        self.assertEqual(test_times.slower_tests({"a": 7.0, "b": 15.2, "c": 0.0}, known, 2), [
            "'a' takes 7.0 s; 2.0 s were expected. Make it smaller, or commit its new time: .ci/test-times --keep"])


class Wording(unittest.TestCase):
    def test_prose_of_swift_is_literals_and_doc_comments(self):
        text = """/// One sentence
/// of `two lines`.
let name = "no_prose", text = "a text, \\(count == 1 ? "one" : "many") of"
  + " two literals"  // "no text at all"
"""
        self.assertEqual(wording.of_swift(text), [
            (1, " One sentence\n of `."), (3, "a text, \\(count == 1 ? \"one\" : \"many\") of\n two literals")])

    def test_code_of_markdown_is_no_prose_and_keeps_its_lines(self):
        self.assertEqual(wording.without_code("a `yard stick`\n```sh\nthat of\n```\nb"), "a `\n`\n`\n`\nb")

    def test_a_hit_has_its_line_also_where_a_line_ends_in_it(self):
        found = wording.read_patterns("pattern\tkind\tregex\tinstead\nof\tnever\tthat of\tthe noun\n")["of"]
        self.assertEqual(
            list(wording.hits(found[1], ("one\0and\nthat\nof B\0C", [0, 4, 18], [("a", 1), ("b", 7), ("c", 9)]))),
            [("b", 8, "and that of B")])

    def test_every_pattern_has_a_row(self):
        rows = (FOLDER / "wording.tsv").read_text(encoding="utf-8")
        self.assertEqual({len(row.split("\t")) for row in rows.splitlines()}, {4})
        self.assertEqual({row.split("\t")[1] for row in rows.splitlines()[1:]}, {"never", "fewer"})


if __name__ == "__main__":
    unittest.main()
