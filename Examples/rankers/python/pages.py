# Pages of its own instead of scores, which FeedLab checks: here guesses, many of which are wrong. Run it once with:
# python3 pages.py --check
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import ranker


@ranker(kind="serve")
def pages(request, parameters):
    # Chance that is the same for the same request.
    start = int(request.cursor or 0)
    generator = random.Random(f"{request.seed} {request.viewer} {request.refresh} {start}")
    # So many posts there are by now, about: the oldest have the smallest numbers.
    count = max(1, int(parameters.get("posts_a_day", 300) * request.now / 86400))
    posts = [generator.randrange(count) for _ in range(request.limit)]
    # The text comes back with the request for the next page, of which there are three.
    return posts, str(start + 1) if start < 2 else None
