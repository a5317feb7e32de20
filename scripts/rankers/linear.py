"""The ranker of `scripts/bench rankers` over columns: FeedLab's `linear` with three weights."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../Rankers/python"))
from feedlab_ranker import ranker


@ranker(reads=["age_hours", "likes", "affinity_share"], batch=64)
def linear(candidates, parameters):
    return -0.1 * candidates["age_hours"] + 0.1 * candidates["likes"] + candidates["affinity_share"]
