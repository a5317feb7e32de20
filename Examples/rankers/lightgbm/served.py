"""Shows the newest first and writes down what FeedLab sent of each post, to compare it with what logs.py works out from the trace.

    python3 served.py --compare TRACE served.csv
"""

import csv
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Rankers/python"))
from feedlab_ranker import ranker
from logs import FEATURES, pages


def compare(trace, path):
    """Ends with 1 where a feature differs by more than the rounding of a sum in another order."""
    served = {}
    with open(path, newline="") as file:
        for viewer, now, post, *values in csv.reader(file):
            # Further pages of a refresh come with its time again.
            served.setdefault((int(viewer), float(now), int(post)), [float(value) for value in values])
    compared, apart = 0, set()
    for page in pages(trace):
        for post, row in zip(page.posts, page.features):
            values = served[page.user, page.now, post]
            apart |= {FEATURES[index] for index in numpy.flatnonzero(~numpy.isclose(values, row, rtol=1e-9, atol=1e-12))}
            compared += 1
    if apart or not compared:
        sys.exit(f"of {compared} posts the trace gives other values than were served: {', '.join(sorted(apart))}")
    print(f"{len(FEATURES)} features of {compared} posts on pages are those that were served.")


if sys.argv[1:2] == ["--compare"]:
    compare(*sys.argv[2:])
    sys.exit()

log = open("served.csv", "a", newline="")
writer = csv.writer(log)


@ranker(reads=FEATURES)
def served(candidates, parameters):
    columns = [candidates[name].tolist() for name in FEATURES]
    for post, *values in zip(candidates.posts.tolist(), *columns):
        writer.writerow([candidates.viewer, candidates.now, post, *values])
    log.flush()
    return -candidates["age_hours"]
