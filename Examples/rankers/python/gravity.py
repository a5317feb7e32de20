# Hacker News' formula over columns, as FeedLab's own ranker `gravity` has it: likes / (age + offset)^gravity, the age and the
# offset in hours.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import ranker


@ranker(reads=["likes", "age_hours"], batch=64)
def gravity(batch, parameters):
    ages = batch["age_hours"] + parameters.get("offset", 2)
    return batch["likes"] / ages ** parameters.get("gravity", 1.8)
