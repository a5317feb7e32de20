# Pages of its own instead of scores: the newest posts first, which it knows by events alone. Run it once with:
# python3 pages.py --check
import bisect
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import Event, ranker


@ranker(kind="serve", learns=True)
class Pages:
    def open(self, lane):
        # In the order of their numbers, which is that of time.
        self.posts, self.authors = [], {}

    def learn(self, events):
        for event in events[(events["kind"] == Event.POST) | (events["kind"] == Event.DELETE)]:
            post = int(event["post"])
            if event["kind"] == Event.POST:
                self.posts.append(post)
                self.authors[post] = int(event["member"])
            else:
                del self.posts[bisect.bisect_left(self.posts, post)]

    def page(self, request):
        # The cursor is the last post of the page before.
        index = len(self.posts) if request.cursor is None else bisect.bisect_left(self.posts, int(request.cursor))
        page = []
        while index > 0 and len(page) < request.limit:
            index -= 1
            # Nobody's home has posts of one's own.
            if self.authors[self.posts[index]] != request.viewer:
                page.append(self.posts[index])
        return page, str(page[-1]) if page else None
