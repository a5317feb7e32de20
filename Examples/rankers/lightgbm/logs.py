"""Reads a trace: what could be known of each post on a page, and what its viewer then did.

A trace has no features. They are worked out from what happened before each page, event by event, as from an app's own logs.
"""

import csv
import math
import os
from collections import Counter, defaultdict, namedtuple

# What the model reads, in the order of its columns: what FeedLab sends to a ranker and a trace gives without a gap.
FEATURES = [
    "age_hours", "likes", "comments", "saves", "views", "looks", "author_followers", "author_posts_last_day",
    "is_friend", "is_followee", "affinity", "affinity_share", "category_share", "times_seen",
]
DAY = 86400.0
# What an interaction adds to the viewer's affinity for the post's category, and the time after which it counts half.
AFFINITY = {"view": 1, "like": 3, "comment": 4, "save": 5}
HALF_LIFE = 7 * DAY


def table(trace, name):
    """The rows of a table."""
    with open(os.path.join(trace, name + ".csv"), newline="") as file:
        yield from csv.DictReader(file)


# A page as it came: its time, its viewer and its posts, and for each post the FEATURES, whether it was looked at, and what its viewer did.
Page = namedtuple("Page", "now user posts features looked did")


class Knowledge:
    """What an app knows at a moment. Events come in the order of time."""

    def __init__(self, trace):
        self.posts, self.times_of_author = {}, defaultdict(list)
        for row in table(trace, "posts"):
            author, created = int(row["author_id"]), float(row["created_at"])
            self.posts[int(row["post_id"])] = author, row["category"], created
            self.times_of_author[author].append(created)
        self.counts = {kind: Counter() for kind in AFFINITY}
        self.looks, self.seen = Counter(), Counter()
        self.friends, self.follows, self.followers = set(), set(), Counter()
        # By viewer and category, the time and kind of each interaction with a post.
        self.learnt = defaultdict(lambda: defaultdict(list))

    def tie(self, kind, one, other):
        """One member follows another, or they are friends; or no longer."""
        ties = self.friends if kind.endswith("friend") else self.follows
        pairs = {(one, other), (other, one)} if kind.endswith("friend") else {(one, other)}
        if ties is self.follows:
            self.followers[other] += (kind == "follow") - ((one, other) in ties)
        ties.difference_update(pairs) if kind.startswith("un") else ties.update(pairs)

    def look(self, user, post):
        self.looks[post] += 1
        self.seen[user, post] += 1

    def interaction(self, time, user, post, kind):
        undone, kind = kind.startswith("un"), kind.removeprefix("un")
        if kind not in AFFINITY:
            return
        self.counts[kind][post] += -1 if undone else 1
        learnt = self.learnt[user][self.posts[post][1]]
        if undone:
            learnt.remove(next(one for one in reversed(learnt) if one[1:] == (kind, post)))
        else:
            # What can be taken back counts from its whole second.
            learnt.append((time if kind in ("view", "comment") else math.floor(time), kind, post))

    def affinities(self, user, now):
        """The viewer's affinity for each category that counts."""
        return {
            category: sum(AFFINITY[kind] * 2 ** ((time - now) / HALF_LIFE) for time, kind, _ in learnt)
            for category, learnt in self.learnt[user].items()
            if category != "" and learnt
        }

    def features(self, now, user, posts):
        """A row of FEATURES for each post."""
        affinities = self.affinities(user, now)
        largest, whole = max(affinities.values(), default=1), sum(affinities.values()) or 1
        for post in posts:
            author, category, created = self.posts[post]
            affinity = affinities.get(category, 0.0)
            yield [
                max(0.0, now - created) / 3600,
                *(self.counts[kind][post] for kind in ["like", "comment", "save", "view"]),
                self.looks[post],
                self.followers[author],
                sum(now - DAY < time <= now for time in self.times_of_author[author]),
                (user, author) in self.friends,
                (user, author) in self.follows,
                affinity, affinity / largest, affinity / whole,
                self.seen[user, post],
            ]


def pages(trace, surface="home"):
    """The first page of each refresh of a surface: its time, viewer and posts, the features of each post, whether it was looked at, and
    what the viewer did with it.

    Further pages are left out: some features are those of the refresh, others those of the page.
    """
    knowledge = Knowledge(trace)
    did, shown, events = defaultdict(set), defaultdict(list), []
    for row in table(trace, "interactions"):
        time, user, post, kind = float(row["time"]), int(row["user_id"]), int(row["post_id"]), row["kind"]
        did[row["request_id"], post].add(kind)
        events.append((time, 1, knowledge.interaction, (time, user, post, kind)))
    for row in table(trace, "ties"):
        events.append((float(row["time"]), 0, knowledge.tie, (row["kind"], int(row["from"]), int(row["to"]))))
    for row in table(trace, "impressions"):
        shown[row["request_id"], row["time"]].append(row)
    found = []

    def page(request, now, user, rows):
        posts = [int(row["post_id"]) for row in rows]
        looked = [row["examined"] == "1" for row in rows]
        if rows[0]["surface"] == surface and rows[0]["position"] == "1":
            found.append(Page(now, user, posts, list(knowledge.features(now, user, posts)), looked, [did[request, post] for post in posts]))
        for post, is_looked in zip(posts, looked):
            if is_looked:
                knowledge.look(user, post)

    # The pages of a refresh have one number and different times.
    for (request, time), rows in shown.items():
        now = float(time)
        events.append((now, 2, page, (request, now, int(rows[0]["user_id"]), rows)))
    for _, _, happen, what in sorted(events, key=lambda event: event[:2]):
        happen(*what)
    return found
