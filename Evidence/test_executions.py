"""Tests of executions.py: python3 -m unittest discover Evidence."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import executions

TABLE = """\
| reader | inputs | executions |
| --- | --- | --- |
| `edges` | a table | 1,999 |
| `vw-answer` | lines | 0 |
| all | | 1,999 |
"""


class ExecutionsTests(unittest.TestCase):
    def test_adds_to_the_rows_and_to_the_row_of_all(self):
        found = executions.added(TABLE, {"edges": 1, "vw-answer": 1_000_000})
        self.assertEqual(found, TABLE.replace("| 1,999 |\n| `vw", "| 2,000 |\n| `vw").replace("| 0 |", "| 1,000,000 |").replace(
            "| all | | 1,999 |", "| all | | 1,002,000 |"))

    def test_refuses_a_reader_without_a_row(self):
        with self.assertRaisesRegex(ValueError, "no row of ledger, tape"):
            executions.added(TABLE, {"ledger": 1, "edges": 1, "tape": 1})


if __name__ == "__main__":
    unittest.main()
