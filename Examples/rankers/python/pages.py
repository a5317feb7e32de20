# Pages of its own instead of scores: the newest posts first, which it knows by events alone. Run it once with:
# python3 pages.py --check
import bisect
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../../Rankers/python"))
from feedlab_ranker import Event, Visibility, ranker

KINDS = [Event.POST, Event.DELETE, Event.FRIEND, Event.UNFRIEND]


@ranker(kind="serve", learns=True)
class Pages:
    def open(self, lane):
        # In the order of their numbers, which is that of time.
        self.posts, self.authors, self.seen_by, self.friends = [], {}, {}, set()

    def learn(self, events):
        for event in events[numpy.isin(events["kind"], KINDS)]:
            kind, post, member, other = (int(event[field]) for field in ("kind", "post", "member", "other"))
            if kind == Event.POST:
                self.posts.append(post)
                self.authors[post], self.seen_by[post] = member, int(event["visible_to"])
            elif kind == Event.DELETE:
                del self.posts[bisect.bisect_left(self.posts, post)]
            elif kind == Event.FRIEND:
                self.friends |= {(member, other), (other, member)}
            else:
                self.friends -= {(member, other), (other, member)}

    def shows(self, post, viewer):
        author, seen_by = self.authors[post], self.seen_by[post]
        # Nobody's home has posts of one's own. The community of the scenario has no private accounts and no blocks.
        if author == viewer:
            return False
        return seen_by == Visibility.EVERYONE or seen_by == Visibility.FRIENDS and (author, viewer) in self.friends

    def page(self, request):
        # The cursor is the last post of the page before.
        index = len(self.posts) if request.cursor is None else bisect.bisect_left(self.posts, int(request.cursor))
        page = []
        while index > 0 and len(page) < request.limit:
            index -= 1
            if self.shows(self.posts[index], request.viewer):
                page.append(self.posts[index])
        return page, str(page[-1]) if page else None
