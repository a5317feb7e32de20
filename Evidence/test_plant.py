"""Tests of plant.py: python3 -m unittest discover Evidence."""

import contextlib
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import plant

FADING = "Sources/People/Fading.swift"
TEXT = """\
func level(_ elapsed: Double) -> Double {
  count += 1
  return last * exp2(-elapsed / halfLife)
}

func likes(_ elapsed: Double) -> Double {
  return last * exp2(-elapsed / week)
}
"""
FULL = "last * exp2(-elapsed / halfLife)"


def row(name="neverFades", area="behaviour", sentence="Nothing fades.", checks="B1", tests="PeopleTests.FadingTests PeopleTests",
        survives="-", file=FADING, original=FULL, mutated="last"):
    return "\t".join((name, area, sentence, checks, tests, survives, file, original, mutated))


def further(name="neverFades", file=FADING, original="exp2(-elapsed / week)", mutated="1"):
    return row(name, "", "", "", "", "", file, original, mutated)


class RepositoryTestCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write(FADING, TEXT)
        self.write("Sources/SelfTest/FadingCheck.swift", 'struct FadingCheck {\n  let id = "B1"\n}\n')
        self.write("Tests/PeopleTests/FadingTests.swift", "@Suite struct FadingTests {}\n@Suite struct `Fading` {}\n")

    def write(self, file, text):
        path = self.root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def write_table(self, *rows):
        self.write(plant.TABLE, "".join(f"{line}\n" for line in ("\t".join(plant.COLUMNS), *rows)))


class FaultsTests(RepositoryTestCase):
    def assert_faults(self, rows, *expected):
        self.write_table(*rows)
        self.assertEqual(
            plant.faults_of_table(self.root, is_whole=False), [f"Evidence/mutants.tsv:{fault}" for fault in expected])

    def test_the_committed_table_has_none(self):
        self.assertEqual(plant.faults_of_table(plant.ROOT), [])

    def test_a_table_with_every_form_has_none(self):
        self.assert_faults([
            row(), further(),
            row("fadesFaster", sentence="All fades faster.", checks="-", mutated=f"{FULL} / 2", survives="The tests are too coarse."),
            row("countForgotten", "feed", "Nothing is counted.", tests="PeopleTests.Fading", original=r"  count += 1\n", mutated=""),
        ])

    def test_fields(self):
        self.assert_faults(
            ["neverFades\tbehaviour"],
            "2: neverFades: the row has 2 fields, but must have 9: id, area, sentence, self-test, tests, survives, file, original, mutated")

    def test_the_first_and_the_last_line(self):
        self.write(plant.TABLE, "id\tarea")
        self.assertEqual(plant.faults_of_table(self.root, is_whole=False), [
            "Evidence/mutants.tsv:1: table: the first line must have these words between tabs: "
            "id area sentence self-test tests survives file original mutated",
            "Evidence/mutants.tsv:1: table: the last line has no newline at its end; add one"])

    def test_ids(self):
        self.assert_faults(
            [row("never-fades"), row("fades", "feed", "It fades.", mutated="2"), row("fades", sentence="It fades more.", mutated="3")],
            "2: never-fades: the id is not in camel case; write it like satiationNeverFades",
            "4: fades: line 3 has the same id; use another id, or move the row below that one and empty its columns from 'area' to 'survives'")

    def test_further_rows(self):
        self.assert_faults(
            [row(), further("fades")],
            "3: fades: the columns from 'area' to 'survives' are empty, but the row above is not of this mutant; fill them in, or move the "
            "row below the first one of this mutant")

    def test_areas_checks_and_tests(self):
        self.assert_faults(
            [row(area="behavior", checks="B1 B99", tests="PeopleTests.MemoryTests AnimalTests ../Sources"),
             row("fades", sentence="It fades.", tests="-", mutated="2")],
            "2: neverFades: 'behavior' is not an area; write behaviour, stream, ranker, feed, metric, statistic, tuning, gate, ledger or trace",
            "2: neverFades: the self-test has no check 'B99'; write an id from Sources/SelfTest, or -",
            "2: neverFades: Tests/PeopleTests has no suite 'MemoryTests'; write the name of one that it has",
            "2: neverFades: Tests/AnimalTests does not exist; write the name of a folder that does",
            "2: neverFades: Tests/ does not exist; write the name of a folder that does",
            "3: fades: the column 'tests' is empty; write what tests the rule, such as SocialFeedTests or SocialFeedTests.PostsTests")

    def test_sentences(self):
        self.assert_faults(
            [row(sentence="nothing fades"), row("fades", sentence="It fades. It does.", mutated="2"),
             row("grows", sentence="It grows.", survives="It grows.", mutated="3")],
            "2: neverFades: the column 'sentence' must have one sentence, from a capital letter to a full stop, but has 'nothing fades'",
            "3: fades: the column 'sentence' must have one sentence, from a capital letter to a full stop, but has 'It fades. It does.'",
            "4: grows: line 4 has the sentence 'It grows.' too; write how the two differ")

    def test_original_texts(self):
        self.assert_faults(
            [row(original="last * exp(-elapsed)"), row("fades", sentence="It fades.", original="elapsed"),
             row("grows", sentence="It grows.", original=""), row("shrinks", sentence="It shrinks.", file="Sources/People/Growth.swift"),
             row("lasts", sentence="It lasts.", original="last")],
            "2: neverFades: the original text stands 0 times in Sources/People/Fading.swift, but must stand once; "
            "copy the text of the changed rule into this row",
            "3: fades: the original text stands 4 times in Sources/People/Fading.swift, but must stand once; "
            "copy more of the text around the rule into this row",
            "4: grows: the original text stands 0 times in Sources/People/Fading.swift, but must stand once; "
            "copy the text of the changed rule into this row",
            "5: shrinks: the file 'Sources/People/Growth.swift' does not exist; write the path of the file that has the rule now",
            "6: lasts: the original text stands 2 times in Sources/People/Fading.swift, but must stand once; "
            "copy more of the text around the rule into this row")

    def test_mutated_texts(self):
        lines = r"  count += 1\n"
        self.assert_faults(
            [row(mutated=FULL), row("a", sentence="A.", mutated=""), row("b", sentence="B.", mutated=r"last\n"),
             row("c", sentence="C.", original=lines, mutated="  count += 2"),
             row("d", sentence="D.", original=r"+= 1\n", mutated=r"+= 2\n"), row("e", sentence="E.", mutated=r"\.last")],
            "2: neverFades: the mutated text is the original text; write the wrong rule",
            "3: a: the original text is an expression; write an expression as the mutated text, without \\n at its end",
            "4: b: the original text is an expression; write an expression as the mutated text, without \\n at its end",
            "5: c: the original text is whole lines; end the mutated text with \\n too, or leave it empty",
            "6: d: the original text ends with \\n, but begins within a line; copy whole lines, or leave the \\n out",
            "7: e: the mutated text has '\\.'; write only \\n, \\t and \\\\ with a backslash")

    def test_overlaps(self):
        self.assert_faults(
            [row(), row("a", sentence="A.", original="-elapsed / halfLife"), further("a", original=FULL, mutated="last"),
             row("b", sentence="B.", original=r"  return last * exp2(-elapsed / halfLife)\n", mutated="")],
            "2: neverFades: the original text overlaps with the one in line 5 (b); use exactly that text, or text beside it",
            "3: a: the original text overlaps with the one in line 5 (b); use exactly that text, or text beside it",
            "4: a: the original text overlaps with the one in line 5 (b); use exactly that text, or text beside it")

    def test_the_same_text_twice(self):
        self.assert_faults(
            [row(), further(original=FULL, mutated="1"), row("a", sentence="A.")],
            "3: neverFades: line 2 (neverFades) has the same original text; write both changes into one row",
            "4: a: line 2 (neverFades) has the same original and mutated text; write another wrong rule")

    def test_too_few_mutants(self):
        self.write_table(row())
        self.assertEqual(plant.faults_of_table(self.root), [
            "Evidence/mutants.tsv:2: table: the number of mutants is 1, but must be at least 120; add some",
            *(f"Evidence/mutants.tsv:2: table: the area '{area}' has no mutant; add one" for area in plant.AREAS[1:])])


class ChoiceTests(RepositoryTestCase):
    def setUp(self):
        super().setUp()
        self.write_table(row(), row("fadesFaster", sentence="A."), row("varianceByCount", sentence="B."))
        self.mutants = plant.read_table(self.root, [])

    def ids(self, names, half=None):
        return [mutant.id for mutant in plant.chosen(self.mutants, names, half)]

    def test_all_halves_and_names(self):
        self.assertEqual(self.ids([]), ["neverFades", "fadesFaster", "varianceByCount"])
        self.assertEqual(self.ids([], 1), ["neverFades", "varianceByCount"])
        self.assertEqual(self.ids([], 2), ["fadesFaster"])
        self.assertEqual(self.ids(["varianceByCount", "neverFades"]), ["varianceByCount", "neverFades"])

    def test_what_cannot_be_chosen(self):
        for names, half, sentence in (
            (["varianceBycount"], None, "Evidence/mutants.tsv has no mutant 'varianceBycount'; did you mean 'varianceByCount'?"),
            (["fadesFast"], None, "Evidence/mutants.tsv has no mutant 'fadesFast'; did you mean 'fadesFaster'?"),
            (["neverFades"], 1, "give either the names of mutants or --half"),
        ):
            with self.subTest(sentence), contextlib.redirect_stderr(io.StringIO()) as errors:
                with self.assertRaises(SystemExit) as end:
                    self.ids(names, half)
                self.assertEqual(errors.getvalue(), f"mutants: error: {sentence}\n")
                self.assertEqual(end.exception.code, 64)


class CopyTests(RepositoryTestCase):
    def setUp(self):
        super().setUp()
        self.write("Package.swift", "let package = 1\n")
        self.write("README.md", "Read me.\n")
        self.write("Evidence/Mutants/Planted.swift", "// planted\n")
        self.write(".gitignore", "/built/\n")
        self.write("built/object.o", "")
        self.write_table(
            row(), row("fadesFaster", sentence="A.", mutated="exp2(-elapsed / week)"),
            row("b", sentence="B.", original="exp2(-elapsed / week)", mutated="1"),
            row("c", sentence="C.", original=r"  count += 1\n", mutated=""),
            row("d", sentence="D.", original=r"  count += 1\n", mutated=r"  count += 2\n"))
        subprocess.run(["git", "init", "--quiet", self.root], check=True)
        self.tree = self.root / "built" / "tree"
        self.plant()

    def plant(self):
        plant.plant(self.root, plant.read_table(self.root, []), self.tree)

    def test_the_copy_chooses_between_all_texts(self):
        self.assertEqual((self.tree / FADING).read_text(), """\
public import Mutants
func level(_ elapsed: Double) -> Double {
if planted(4) {
} else if planted(5) {
  count += 2
} else {
  count += 1
}
  return (planted(1) ? (last) : (planted(2) ? (exp2(-elapsed / week)) : (last * exp2(-elapsed / halfLife))))
}

func likes(_ elapsed: Double) -> Double {
  return last * (planted(3) ? (1) : (exp2(-elapsed / week)))
}
""")
        self.assertEqual((self.tree / "Evidence/Mutants/MutantCount.swift").read_text(), "let mutantCount = 5\n")
        self.assertIn('let changed = ["Sources/People/"]\n', (self.tree / "Package.swift").read_text())

    def test_the_copy_has_what_git_would_commit(self):
        files = {path.relative_to(self.tree).as_posix() for path in self.tree.rglob("*") if path.is_file()}
        self.assertEqual(files, {
            ".gitignore", "README.md", "Package.swift", FADING, "Sources/SelfTest/FadingCheck.swift", "Tests/PeopleTests/FadingTests.swift",
            "Evidence/mutants.tsv", "Evidence/Mutants/Planted.swift", "Evidence/Mutants/MutantCount.swift"})

    def test_only_what_changed_is_written_again(self):
        for path in self.tree.rglob("*"):
            os.utime(path, (1, 1))
        self.write(FADING, TEXT + "\n")
        (self.root / "README.md").unlink()
        (self.root / "Tests/PeopleTests/FadingTests.swift").unlink()
        self.plant()
        written = {path.name for path in self.tree.rglob("*") if path.is_file() and path.stat().st_mtime > 1}
        self.assertEqual(written, {"Fading.swift"})
        self.assertFalse((self.tree / "README.md").exists())
        self.assertFalse((self.tree / "Tests").exists())


if __name__ == "__main__":
    unittest.main()
