"""A ranker to start from: likes against age. Run it once with: python3 mine.py --check"""

from feedlab_ranker import ranker


@ranker(reads=["likes", "age_hours"])
def score(candidates, parameters):
    """A number for each candidate, the highest first. With NumPy the columns are arrays, and need no loop."""
    fade = parameters.get("fade", 24)
    return [
        (1 + likes) / (1 + age / fade)
        for likes, age in zip(candidates["likes"], candidates["age_hours"])
    ]
