# Likes against age: a ranker in ten lines. Run it once with: python3 warm.py --check
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import ranker


@ranker(reads=["likes", "age_hours"])
def score(candidates, parameters):
    return (1 + candidates["likes"]) / (1 + candidates["age_hours"] / parameters.get("fade", 24))
