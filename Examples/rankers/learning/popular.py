# The posts that most members like, counted from events alone. Run it once with: python3 popular.py --check
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import Event, ranker


@ranker(learns=True)
class Popular:
    def open(self, lane):
        self.likes = {}

    def learn(self, events):
        for event in events[(events["kind"] == Event.LIKE) | (events["kind"] == Event.UNLIKE)]:
            # Members, not likes: a button that shows the wrong state is tapped again.
            members = self.likes.setdefault(int(event["post"]), set())
            if event["kind"] == Event.LIKE:
                members.add(int(event["member"]))
            else:
                members.discard(int(event["member"]))

    def score(self, candidates):
        return [len(self.likes.get(post, ())) for post in candidates.posts.tolist()]
