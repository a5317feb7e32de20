# An order instead of scores: the most liked post of each author, and nothing twice by one. Run it once with:
# python3 varied.py --check
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import ranker


@ranker(reads=["likes", "age_hours"], kind="order")
def varied(candidates, parameters):
    score = (1 + candidates["likes"]) / (1 + candidates["age_hours"] / parameters.get("fade", 24))
    # The best first, among equals the newer post, whatever the order of the candidates.
    best = sorted(range(len(candidates)), key=lambda index: (-score[index], -int(candidates.posts[index])))
    order, shown = [], set()
    for index in best:
        if (author := int(candidates.authors[index])) not in shown:
            shown.add(author)
            order.append(int(candidates.posts[index]))
    return order
