"""Trains a LambdaMART on a trace of FeedLab.

    python3 train.py TRACE model.txt

A page is a group. Its examples are the posts that the viewer looked at: 0 for one that was passed over, 1 for one that was opened, and 2
for one that was liked, saved or commented on. What nobody looked at teaches nothing, since places further down are looked at less.
"""

import sys

import lightgbm
import numpy

from logs import FEATURES, pages

# With a seed, one thread and these two the same trace gives the same model, byte for byte, on one kind of machine.
SETTINGS = {
    "objective": "lambdarank", "learning_rate": 0.05, "num_leaves": 15, "min_data_in_leaf": 50, "lambda_l2": 1.0,
    "seed": 7, "deterministic": True, "force_row_wise": True, "num_threads": 1, "verbosity": -1,
}
ROUNDS = 100


def grade(kinds):
    """How much the viewer made of a post."""
    return 2 if kinds & {"like", "save", "comment"} else 1 if "view" in kinds else 0


def examples(trace):
    """Rows of features, their grades, and how many belong to each page. A page whose grades are all the same compares nothing."""
    rows, grades, sizes = [], [], []
    for page in pages(trace):
        of_page = [(row, grade(kinds)) for row, looked, kinds in zip(page.features, page.looked, page.did) if looked]
        if len({grade for _, grade in of_page}) > 1:
            rows += [row for row, _ in of_page]
            grades += [grade for _, grade in of_page]
            sizes.append(len(of_page))
    return numpy.array(rows, numpy.float64), numpy.array(grades), numpy.array(sizes)


def main(trace, path):
    rows, grades, sizes = examples(trace)
    data = lightgbm.Dataset(rows, grades, group=sizes, feature_name=FEATURES)
    model = lightgbm.train(SETTINGS, data, ROUNDS)
    model.save_model(path)
    print(f"{len(sizes)} pages with {len(rows)} posts that were looked at, {numpy.count_nonzero(grades)} of which led to more")
    gains = model.feature_importance("gain")
    for index in numpy.argsort(-gains, kind="stable"):
        print(f"{FEATURES[index]:22}{gains[index] / gains.sum():6.1%}")


main(*sys.argv[1:])
