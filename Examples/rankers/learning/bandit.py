# A contextual bandit of Vowpal Wabbit that learns from each look, half an hour after it.
import os
import sys

import numpy
from vowpalwabbit import Workspace

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import Event, ranker

# How long an act may come after the page, in seconds.
PATIENCE = 1800
ACTS = (Event.VIEW, Event.LIKE, Event.COMMENT, Event.SAVE)


@ranker(learns=True)
class Bandit:
    def open(self, lane):
        self.seed = lane.seed
        self.model = Workspace(
            "--cb_explore_adf --cb_type mtr --softmax --lambda 20 -q VC -q VA --interactions VCT --bit_precision 18 "
            "--learning_rate 0.2 --quiet --random_seed 1"
        )
        # Author, category and time of each post.
        self.posts = {}
        # Pages whose acts are awaited, by request and member, in order of time: the time, the posts that were looked at, those with an act.
        self.pages = {}

    def learn(self, events):
        for event in events:
            kind, time = int(event["kind"]), float(event["time"])
            if kind == Event.POST:
                self.posts[int(event["post"])] = int(event["member"]), int(event["category"]), time
            elif kind == Event.IMPRESSION and event["looked"] and event["own"]:
                page = self.pages.setdefault(int(event["request"]), (time, int(event["member"]), [], set()))
                page[2].append(int(event["post"]))
            elif kind in ACTS and int(event["request"]) in self.pages:
                self.pages[int(event["request"])][3].add(int(event["post"]))
            while self.pages:
                request, (start, viewer, looked, acted) = next(iter(self.pages.items()))
                if start + PATIENCE > time:
                    break
                del self.pages[request]
                self.teach(viewer, start, looked, acted)

    def teach(self, viewer, time, looked, acted):
        example = self.example(viewer, time, looked)
        chances = self.model.predict(example)
        for index, post in enumerate(looked):
            cost = -1 if post in acted else 0
            labelled = list(example)
            labelled[index + 1] = f"0:{cost}:{max(chances[index], 0.02):.6f} {labelled[index + 1]}"
            self.model.learn(labelled)

    def example(self, viewer, time, posts):
        lines = [f"shared |V m{viewer}"]
        for post in posts:
            author, category, posted = self.posts[post]
            hours = max(0, time - posted) / 3600
            lines.append(f"|A a{author} |C c{category} |T h{int(numpy.log2(1 + hours))}")
        return lines

    def score(self, candidates):
        # In an order of their own: Vowpal Wabbit's sums of 32 bits depend on it.
        posts = numpy.sort(candidates.posts)
        chances = self.model.predict(self.example(candidates.viewer, candidates.now, posts.tolist()))
        # The order that drawing one post after the other by these chances gives.
        generator = numpy.random.default_rng([self.seed, candidates.viewer, candidates.refresh])
        keys = numpy.log(numpy.maximum(chances, 1e-9)) + generator.gumbel(size=len(posts))
        return keys[numpy.searchsorted(posts, candidates.posts)]
