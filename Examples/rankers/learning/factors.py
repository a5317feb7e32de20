# Whom a member likes to read: an implicit matrix factorisation of members and authors, trained anew every simulated day.
import os
import sys

# Several threads sum in another order.
os.environ["OPENBLAS_NUM_THREADS"] = "1"
import numpy
import scipy.sparse
from implicit.als import AlternatingLeastSquares

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import Event, ranker

DAY = 86400
# What an act says about a member's interest in an author.
POINTS = {Event.VIEW: 1.0, Event.LIKE: 2.0, Event.COMMENT: 3.0, Event.SAVE: 3.0, Event.FOLLOW: 5.0}


@ranker(reads=["age_hours"], learns=True)
class Factors:
    def open(self, lane):
        self.fade = lane.parameters.get("fade", 24)
        self.strength = lane.parameters.get("strength", 1)
        self.seed = lane.seed % 2**32
        self.day = 0
        self.members = 0
        self.authors = {}
        self.points = {}
        self.viewers = self.creators = numpy.zeros((0, 1))

    def learn(self, events):
        days = numpy.maximum(events["time"] // DAY, 0)
        for day in numpy.unique(days):
            if day > self.day:
                self.train()
                self.day = day
            self.count(events[days == day])

    def count(self, events):
        for event in events[events["kind"] != Event.IMPRESSION]:
            kind, member = int(event["kind"]), int(event["member"])
            if kind == Event.JOIN:
                self.members = member + 1
            elif kind == Event.POST:
                self.authors[int(event["post"])] = member
            elif kind in POINTS:
                author = int(event["other"]) if kind == Event.FOLLOW else self.authors[int(event["post"])]
                self.points[member, author] = self.points.get((member, author), 0) + POINTS[kind]

    def train(self):
        if not self.points:
            return
        pairs = numpy.array(list(self.points))
        table = scipy.sparse.csr_matrix(
            (numpy.array(list(self.points.values())), (pairs[:, 0], pairs[:, 1])), shape=(self.members, self.members)
        )
        model = AlternatingLeastSquares(
            factors=16, regularization=1.0, alpha=2.0, iterations=10, dtype=numpy.float64, num_threads=1, use_gpu=False,
            random_state=self.seed,
        )
        model.fit(table, show_progress=False)
        self.viewers, self.creators = model.user_factors, model.item_factors

    def score(self, candidates):
        interest = numpy.zeros(len(candidates))
        if candidates.viewer < len(self.viewers):
            authors = numpy.array([self.authors[post] for post in candidates.posts.tolist()])
            known = authors < len(self.creators)
            # Each row by itself, so that the order of the candidates changes no bit.
            interest[known] = (self.creators[authors[known]] * self.viewers[candidates.viewer]).sum(axis=1)
        return (1 + self.strength * numpy.maximum(interest, 0)) / (1 + candidates["age_hours"] / self.fade)
