"""Copies of rankers, which remember nothing of what the rankers do from now on."""

import functools

import feedlab
from feedlab._copies import copied

_seen = {"kept": 1}
_calls = []


@functools.lru_cache(maxsize=8)
def _cached(post):
    _calls.append(post)
    return len(_calls)


def _helper(post):
    return _seen.setdefault(post, len(_seen))


def _remembering(posts, memo={}):
    return [_helper(post) + memo.setdefault(post, _cached(post)) for post in posts]


def test_a_copy_has_what_the_function_had_and_its_own_from_then_on():
    first = copied(_remembering)
    # 1 or 2 of _seen, which has one already, and 1 or 2 calls of _cached.
    assert _remembering([7, 8]) == [2, 4]
    assert (_seen, _calls) == ({"kept": 1, 7: 1, 8: 2}, [7, 8])
    assert first([8, 7]) == [2, 4] and _remembering([8, 7]) == [4, 2]
    assert copied(_remembering)([9]) == [3 + 3]
    assert (_seen, _calls) == ({"kept": 1, 7: 1, 8: 2}, [7, 8])


def test_a_copy_has_its_own_closure_and_its_own_recursion():
    seen = []

    def counted(depth):
        seen.append(depth)
        return len(seen) if depth == 0 else counted(depth - 1)

    copy = copied(counted)
    assert counted(2) == 3 and copy(1) == 2 and seen == [2, 1, 0]


def test_a_class_that_learns_has_its_own_attributes_and_is_still_that_class():
    class Base:
        likes = {}

        def __init__(self):
            self.begun = True

    @feedlab.ranker(learns=True)
    class Popular(Base):
        def __init__(self):
            super().__init__()

        def learn(self, events):
            for event in events:
                self.likes[event] = self.likes.get(event, 0) + 1

        def score(self, candidates):
            return [self.likes.get(post, 0) for post in candidates]

    fresh = copied(Popular._function)
    Popular._function().learn([1, 1])
    state = fresh()
    assert state.begun and isinstance(state, Base) and type(state).__name__ == "Popular"
    assert fresh.ranker_name == "Popular" and fresh.kind == "score"
    state.learn([2])
    assert (state.score([1, 2]), Base.likes) == ([0, 1], {1: 2})


def test_what_is_large_or_no_container_is_shared():
    large, model = dict.fromkeys(range(100_001)), object()
    assert copied(lambda candidates, parameters: (large, model))({}, {}) == (large, model)


def test_what_is_nested_too_deeply_leaves_the_function_as_it_is():
    deep = []
    for _ in range(5_000):
        deep = [deep]

    def score(candidates, parameters):
        return deep

    assert copied(score) is score
