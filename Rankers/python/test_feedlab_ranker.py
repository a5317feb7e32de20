"""Tests of feedlab_ranker.py: ``python3 -m unittest`` in this folder."""

import contextlib
import functools
import hashlib
import io
import json
import math
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest
import unittest.mock

import feedlab_ranker
from feedlab_ranker import (
    BATCH, BATCH_HEAD, CLOSE, ERROR, EVENTS, HEADER, HELLO, NOTHING, OPEN, ORDER, ORDERED, PAGE, RECORD_TYPE, REQUEST, SCORE,
    SCORES, SERVE, SERVE_REQUEST, Batch, Candidates, Event, RankerError, Surface, Visibility, ranker,
)

numpy = feedlab_ranker.numpy
FOLDER = os.path.dirname(os.path.abspath(__file__))


@ranker(reads=["likes", "age_hours"])
def warm(candidates, parameters):
    fade = parameters.get("fade", 24)
    pairs = zip(candidates["likes"], candidates["age_hours"])
    return [(1 + likes) / (1 + hours / fade) for likes, hours in pairs]


def lines(score, *messages):
    """The answers to messages in lines of JSON."""
    requests = io.BytesIO(b"".join(json.dumps(message).encode() + b"\n" for message in messages))
    answers = io.BytesIO()
    with contextlib.redirect_stderr(io.StringIO()):
        feedlab_ranker.serve(score, requests, answers)
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def request(sequence=2, lane=1, likes=(1, 0), age_hours=(24, 12)):
    """A request of two posts."""
    return {
        "type": "score", "lane": lane, "sequence": sequence, "viewer": 17, "refresh": 3, "now": 7200.5,
        "posts": list(range(len(likes), 0, -1)), "columns": {"likes": list(likes), "age_hours": list(age_hours)},
    }


HELLO_MESSAGE = {
    "type": "hello", "versions": [1], "kind": "score", "name": "mine", "reads": ["likes", "age_hours"]
}


def open_message(lane=1, **parameters):
    return {"type": "open", "lane": lane, "sequence": 1, "world": 5, "digest": "", "seed": 6, "parameters": parameters}


def frame(kind, payload, lane=1, sequence=2, version=1):
    """A binary frame; a dictionary is written as JSON with blanks."""
    if isinstance(payload, dict):
        payload = feedlab_ranker._text(payload)
    return HEADER.pack(kind, version, lane, sequence, len(payload), 0) + payload


def binary_request(likes, age_hours, sequence=2):
    """A request in a binary frame."""
    count = len(likes)
    posts = numpy.arange(count, 0, -1, dtype="<u4").tobytes()
    payload = REQUEST.pack(17, 3, 7200.5, count, 2) + numpy.array([likes, age_hours], "<f8").tobytes() + posts
    return frame(SCORE, payload + b"\0" * (-len(payload) % 8), sequence=sequence)


class Pieces(io.RawIOBase):
    """A file whose reads give at most so many bytes."""

    def __init__(self, data, size):
        self.data, self.size = data, size

    def readable(self):
        return True

    def readinto(self, buffer):
        count = min(self.size, len(buffer), len(self.data))
        buffer[:count] = self.data[:count]
        self.data = self.data[count:]
        return count


def frames(score, data, size=1 << 20):
    """The answers to binary frames, which come in pieces."""
    answers = io.BytesIO()
    with contextlib.redirect_stderr(io.StringIO()):
        feedlab_ranker.serve(score, Pieces(data, size), answers)
    rest, found = answers.getvalue(), []
    while rest:
        kind, version, lane, sequence, length, zero = HEADER.unpack_from(rest)
        assert version == 1 and zero == 0 and length % 8 == 0
        payload, rest = rest[HEADER.size : HEADER.size + length], rest[HEADER.size + length :]
        value = numpy.frombuffer(payload, "<f8").tolist() if kind == SCORES else json.loads(payload)
        found.append((kind, lane, sequence, value))
    return found


@ranker(reads=["likes"], kind="order", run=False)
def varied(candidates, parameters):
    """Posts by an even author, the newest first."""
    posts = sorted(zip(candidates.posts, candidates.authors), reverse=True)
    return [post for post, author in posts if author % 2 == 0]


@ranker(kind="serve", run=False)
def pages(request, parameters):
    start = int(request.cursor or 0)
    return [start, request.limit, request.viewer, -1], str(start + 1) if start == 0 else None


def order_message(sequence=2, lane=1):
    return {
        "type": "order", "lane": lane, "sequence": sequence, "viewer": 17, "refresh": 3, "now": 7200.5,
        "posts": [3, 9, 4], "authors": [2, 4, 5], "categories": [0, None, 1], "columns": {"likes": [1, 0, 2]},
    }


def serve_message(sequence=2, lane=1, **members):
    return {
        "type": "serve", "lane": lane, "sequence": sequence, "viewer": 17, "surface": "home", "limit": 20,
        "refresh": 3, "now": 7200.5, **members,
    }


ORDER_HELLO = {"type": "hello", "versions": [1], "kind": "order", "name": "mine", "reads": ["likes"]}
SERVE_HELLO = {"type": "hello", "versions": [1], "kind": "serve", "name": "mine", "reads": []}


def answers(score, data):
    """The messages to binary frames, their payloads as they are."""
    found, file = [], io.BytesIO()
    with contextlib.redirect_stderr(io.StringIO()):
        feedlab_ranker.serve(score, Pieces(data, 1 << 20), file)
    rest = file.getvalue()
    while rest:
        kind, _, _, _, length, _ = HEADER.unpack_from(rest)
        found.append((kind, rest[HEADER.size : HEADER.size + length]))
        rest = rest[HEADER.size + length :]
    return found


class OrderAndPageTest(unittest.TestCase):
    def test_hello_has_the_kind_and_another_one_is_an_error(self):
        hello = lines(varied, ORDER_HELLO)[0]
        self.assertEqual((hello["kind"], hello["stateless"], hello["reads"]), ("order", True, ["likes"]))
        hello = lines(pages, SERVE_HELLO)[0]
        self.assertEqual((hello["kind"], hello["stateless"], hello["reads"]), ("serve", False, []))
        self.assertEqual(
            lines(pages, ORDER_HELLO)[0]["message"],
            "the script is of the kind 'serve', and the scenario says 'kind: order'",
        )

    def test_an_order_is_the_numbers_of_posts(self):
        self.assertEqual(
            lines(varied, ORDER_HELLO, open_message(), order_message())[1:],
            [{"type": "ordered", "lane": 1, "sequence": 2, "posts": [9, 3]}],
        )

    def test_a_ranker_that_orders_sees_authors_and_categories(self):
        def look(candidates, parameters):
            self.assertEqual([int(author) for author in candidates.authors], [2, 4, 5])
            self.assertEqual([int(category) for category in candidates.categories], [0, -1, 1])
            self.assertEqual((candidates.world, candidates.seed, parameters), (5, 6, {"fade": 2}))
            return candidates.posts

        look.kind = "order"
        self.assertEqual(lines(look, ORDER_HELLO, open_message(fade=2), order_message())[1]["posts"], [3, 9, 4])

    def test_a_page_has_a_cursor_until_the_last(self):
        self.assertEqual(
            lines(pages, SERVE_HELLO, open_message(), serve_message(), serve_message(3, cursor="1"))[1:],
            [
                {"type": "page", "lane": 1, "sequence": 2, "posts": [0, 20, 17, -1], "cursor": "1"},
                {"type": "page", "lane": 1, "sequence": 3, "posts": [1, 20, 17, -1]},
            ],
        )

    def test_a_ranker_that_serves_sees_the_request_and_the_world(self):
        def look(request, parameters):
            seen = (request.viewer, request.surface, request.limit, request.cursor, request.refresh, request.now)
            self.assertEqual(seen, (17, "home", 20, "a", 3, 7200.5))
            self.assertEqual((request.world, request.seed, request.parameters), (5, 6, {"fade": 2}))
            return (4, 7)

        look.kind = "serve"
        answer = lines(look, SERVE_HELLO, open_message(fade=2), serve_message(cursor="a"))[1]
        self.assertEqual((answer["posts"], "cursor" in answer), ([4, 7], False))

    def test_what_is_no_order_or_page_is_an_error(self):
        for answer, message in [
            (None, "the function returned None instead of an order of posts; does it end with 'return'?"),
            (5, "the function returned 'int' instead of an order of posts: 'int' object is not iterable"),
            ([1.5], "the function returned 1.5 among the posts; they are whole numbers"),
        ]:
            score = ranker(kind="order", run=False)(lambda candidates, parameters: answer)
            self.assertEqual(lines(score, ORDER_HELLO, open_message(), order_message())[1]["message"], message)
        score = ranker(kind="serve", run=False)(lambda request, parameters: ([1], 2))
        self.assertEqual(
            lines(score, SERVE_HELLO, open_message(), serve_message())[1]["message"],
            "the function returned the cursor 2; a cursor is a text, or None at the end",
        )

    def test_a_decorator_that_makes_no_sense_is_an_error(self):
        with self.assertRaisesRegex(TypeError, "'kind' is \"score\", \"order\" or \"serve\", and not 'list'"):
            ranker(reads=["likes"], kind="list")
        with self.assertRaisesRegex(TypeError, "gets no candidates, and so no columns; leave 'reads' out"):
            ranker(reads=["likes"], kind="serve")

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_orders_in_binary_frames(self):
        payload = REQUEST.pack(17, 3, 7200.5, 3, 1) + numpy.array([1, 0, 2], "<f8").tobytes()
        payload += numpy.array([3, 9, 4, 2, 4, 5, 0, NOTHING, 1], "<u4").tobytes() + bytes(4)
        data = frame(HELLO, ORDER_HELLO, 0, 0) + frame(OPEN, open_message()) + frame(ORDER, payload)
        kind, answer = answers(varied, data)[1]
        self.assertEqual((kind, numpy.frombuffer(answer, "<u4").tolist()), (ORDERED, [2, 9, 3, 0]))

    def test_pages_in_binary_frames(self):
        first = SERVE_REQUEST.pack(17, 3, 7200.5, 20, 0, NOTHING, 0)
        second = SERVE_REQUEST.pack(17, 3, 7200.5, 20, 3, 1, 0) + b"1" + bytes(7)
        data = frame(HELLO, SERVE_HELLO, 0, 0) + frame(OPEN, open_message())
        data += frame(SERVE, first) + frame(SERVE, second)
        (one, page), (other, last) = answers(pages, data)[1:]
        self.assertEqual((one, other), (PAGE, PAGE))
        posts = [number.to_bytes(4, "little") for number in (0, 20, 17, NOTHING)]
        counts = (4).to_bytes(4, "little") + (1).to_bytes(4, "little")
        self.assertEqual(page, counts + b"".join(posts) + b"1" + bytes(7))
        self.assertEqual(last[:8], (4).to_bytes(4, "little") + NOTHING.to_bytes(4, "little"))

    def test_events_in_binary_frames_need_numpy(self):
        @ranker(kind="serve", learns=True, run=False)
        class Served:
            def learn(self, events):
                pass

            def page(self, request):
                return []

        with unittest.mock.patch("feedlab_ranker.numpy", None):
            _, (kind, error) = answers(Served, frame(HELLO, SERVE_HELLO, 0, 0))
            self.assertEqual(kind, ERROR)
            self.assertIn(b"NumPy is not installed; install it, or say 'encoding: json' in the scenario", error)
            self.assertEqual(len(answers(pages, frame(HELLO, SERVE_HELLO, 0, 0))), 1)

    def test_check_shows_orders_and_pages(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            self.assertEqual((feedlab_ranker.check(varied), feedlab_ranker.check(pages)), (0, 0))
        self.assertEqual(
            output.getvalue(),
            "post  likes  author  category\n 103      2       8         1\n 100     40       8         2\n"
            "posts: 0 5 17 -1\ncursor: '1'\n",
        )


class LinesTest(unittest.TestCase):
    def test_hello_names_the_function_and_what_it_reads(self):
        self.assertEqual(
            lines(warm, HELLO_MESSAGE),
            [
                {
                    "type": "hello", "version": 1, "kind": "score", "name": "warm", "reads": ["likes", "age_hours"],
                    "stateless": True,
                }
            ],
        )

    def test_a_second_instance_is_a_fresh_one(self):
        def remembering(candidates, parameters):
            return warm(candidates, parameters)

        def copied(candidates, parameters):
            return warm(candidates, parameters)

        remembering.ranker_name, copied.ranker_name = "remembering", "copied"
        remembering.fresh = lambda: copied
        self.assertEqual(lines(remembering, HELLO_MESSAGE)[0]["name"], "remembering")
        self.assertEqual(lines(remembering, {**HELLO_MESSAGE, "second": True})[0]["name"], "copied")

    def test_hello_has_the_code_that_was_loaded_and_not_installed(self):
        script = (
            "from feedlab_ranker import ranker\nimport json, features\n\n\n"
            "@ranker(reads=[])\ndef score(candidates, parameters):\n    return [0] * len(candidates)\n"
        )
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "lib"))
            for name, text in (("mine.py", script), ("lib/features.py", "W = 1\n")):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            paths = [os.path.dirname(os.path.abspath(feedlab_ranker.__file__)), os.path.join(folder, "lib")]
            ended = subprocess.run(
                [sys.executable, "mine.py"], cwd=folder, input=json.dumps(HELLO_MESSAGE).encode() + b"\n", capture_output=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "FEEDLAB_RANKER": "1"}, timeout=20,
            )
        texts = {"lib/features.py": "W = 1\n", "mine.py": script}
        self.assertEqual(
            json.loads(ended.stdout)["modules"],
            [[name, hashlib.sha256(text.encode()).hexdigest()] for name, text in texts.items()],
        )

    def test_scores_answer_a_request_with_the_parameters_of_its_lane(self):
        answers = lines(
            warm, HELLO_MESSAGE, open_message(fade=12), request(), {"type": "close", "lane": 1, "sequence": 3},
            open_message(2), request(5, 2),
        )
        self.assertEqual(answers[1:], [
            {"type": "scores", "lane": 1, "sequence": 2, "scores": [2 / 3, 0.5]},
            {"type": "scores", "lane": 2, "sequence": 5, "scores": [1, 1 / 1.5]},
        ])

    def test_a_ranker_sees_the_request_and_the_world(self):
        def look(candidates, parameters):
            seen = (candidates.viewer, candidates.now, candidates.refresh, candidates.world, candidates.seed)
            self.assertEqual(seen, (17, 7200.5, 3, 5, 6))
            self.assertEqual([int(post) for post in candidates.posts], [2, 1])
            self.assertEqual((candidates.parameters, len(candidates)), ({"fade": 2}, 2))
            self.assertTrue("likes" in candidates and "saves" not in candidates)
            return candidates["likes"]

        self.assertEqual(lines(look, HELLO_MESSAGE, open_message(fade=2), request())[1]["scores"], [1, 0])

    def test_an_exception_is_an_error_with_its_line_and_the_next_request_is_answered(self):
        def fail(candidates, parameters):
            if candidates["likes"][0] == 1:
                return 1 / 0
            return candidates["likes"]

        error, scores = lines(fail, HELLO_MESSAGE, open_message(), request(2), request(3, likes=(5, 0)))[1:]
        line = fail.__code__.co_firstlineno + 2
        self.assertEqual(error, {
            "type": "error", "lane": 1, "sequence": 2,
            "message": f"ZeroDivisionError: division by zero (test_feedlab_ranker.py, line {line}, in fail)",
        })
        self.assertEqual(scores["scores"], [5, 0])

    def test_a_long_exception_keeps_its_beginning_and_its_line(self):
        def fail(candidates, parameters):
            raise ValueError("cause " + 2_000_000 * "𝄞")

        def refuse(candidates, parameters):
            raise RankerError("cause " + 2_000_000 * "x")

        line = fail.__code__.co_firstlineno + 1
        for score, start, end in [
            (fail, "ValueError: cause 𝄞", f"𝄞 (test_feedlab_ranker.py, line {line}, in fail)"), (refuse, "cause x", "x"),
        ]:
            error = lines(score, HELLO_MESSAGE, open_message(), request())[1]
            self.assertTrue(error["message"].startswith(start))
            self.assertTrue(error["message"].endswith(end))
            self.assertEqual(len(error["message"]), 1803)

    def test_what_is_no_list_of_scores_is_an_error(self):
        cases = [
            (lambda c, p: None, "the function returned None instead of 2 scores; does it end with 'return'?"),
            (lambda c, p: [1, math.nan], "the score of post 1 is no number; its likes = 0, age_hours = 12"),
            (lambda c, p: [math.inf, -math.inf], "the score of post 2 is infinite, which JSON cannot write; write a finite number"),
            (lambda c, p: c["saves"],
             "'saves' is not among the columns likes, age_hours; add it to 'reads' of the ranker and of the scenario"),
        ]
        for score, message in cases:
            self.assertEqual(lines(score, HELLO_MESSAGE, open_message(), request())[1]["message"], message)

    def test_what_is_no_list_of_numbers_is_an_error(self):
        cases = [
            (lambda c, p: (likes for likes in c["likes"]), "the function returned a generator instead of 2 scores; "
             "make a list of it by 'list(…)'"),
            (lambda c, p: map(float, c["likes"]), "the function returned a map instead of 2 scores; make a list of it by "
             "'list(…)'"),
            (lambda c, p: [1j, 2], "the function returned a list that is no list of 2 numbers: "),
            (lambda c, p: ["1", "2"], "the function returned a list that is no list of 2 numbers: its numbers are of the "
             "type "),
            (lambda c, p: {"likes": 1}, "the function returned a dict that is no list of 2 numbers: "),
        ]
        for score, message in cases:
            answer = lines(score, HELLO_MESSAGE, open_message(), request())[1]["message"]
            self.assertEqual(answer[: len(message)], message)

    def test_one_number_is_no_list(self):
        self.assertEqual(
            lines(lambda c, p: 5, HELLO_MESSAGE, open_message(), request())[1]["message"],
            "the function returned one number for 2 candidates; return a number for each, such as [0.0] * len(candidates)",
        )

    def test_a_pipe_that_breaks_in_the_function_is_its_error(self):
        def send(candidates, parameters):
            raise BrokenPipeError(32, "Broken pipe")

        answer = lines(send, HELLO_MESSAGE, open_message(), request())[1]
        self.assertEqual(answer["type"], "error")
        self.assertTrue(answer["message"].startswith("BrokenPipeError: [Errno 32] Broken pipe ("))

    def test_another_version_is_an_error(self):
        self.assertEqual(
            lines(warm, {**HELLO_MESSAGE, "versions": [2, 3]})[0]["message"],
            "feedlab_ranker.py speaks version 1 of the protocol, and FeedLab [2, 3]; "
            "copy the file that comes with this FeedLab",
        )

    def test_no_requests_are_no_answers(self):
        self.assertEqual(lines(warm), [])


@unittest.skipIf(numpy is None, "NumPy is not installed")
class FramesTest(unittest.TestCase):
    def conversation(self, *requests):
        return frame(HELLO, HELLO_MESSAGE, 0, 0) + frame(OPEN, open_message(fade=12), sequence=1) + b"".join(requests)

    def test_requests_are_answered_whatever_the_pieces_in_which_they_come(self):
        sizes = [1, 2, 7, 1000, 20000]
        requests = [binary_request([1.0] * size, range(size), size) for size in sizes]
        for piece in [1, 23, 24, 4096, 1 << 20]:
            if piece == 1:
                data = self.conversation(*requests[:3]) + frame(CLOSE, {"type": "close", "lane": 1})
            else:
                data = self.conversation(*requests)
            answers = frames(warm, data, piece)
            self.assertEqual(answers[0][0], HELLO)
            for (kind, lane, sequence, scores), size in zip(answers[1:], sizes):
                self.assertEqual((kind, lane, sequence), (SCORES, 1, size))
                self.assertEqual(scores, [2 / (1 + hours / 12) for hours in range(size)])

    def test_columns_are_aligned_and_read_only(self):
        def look(candidates, parameters):
            for column in [candidates["likes"], candidates["age_hours"], candidates.posts]:
                self.assertTrue(column.flags.aligned and not column.flags.writeable)
                self.assertTrue(not column.flags.owndata)
            candidates["likes"][0] = 3
            return candidates["likes"]

        (_, (kind, _, _, error)) = frames(look, self.conversation(binary_request([1, 2, 3], [4, 5, 6])))
        self.assertEqual(kind, ERROR)
        self.assertTrue(error["message"].startswith("ValueError: assignment destination is read-only ("))

    def test_scores_of_another_shape_are_an_error(self):
        cases = [
            (lambda c, p: [1, 2], (ERROR, "the function returned scores of the shape (2,) for 3 candidates")),
            (
                lambda c, p: 5,
                (ERROR, "the function returned one number for 3 candidates; return a number for each, such as [0.0] * len(candidates)"),
            ),
            (
                lambda c, p: numpy.ma.array([1.0, 2.0, 3.0], mask=[False, True, False]),
                (ERROR, "the function returned a masked array, whose masked scores are no numbers; choose them by 'scores.filled(0)'"),
            ),
            (lambda c, p: numpy.ma.array([1.0, 2.0, 3.0]), (SCORES, [1, 2, 3])),
            (lambda c, p: c["likes"] > 1, (SCORES, [0, 1, 0])),
            (lambda c, p: c["likes"] * 1e308, (SCORES, [1e308, 1.5e308, 1e308])),
        ]
        for score, (expected, value) in cases:
            (_, (kind, _, _, answer)) = frames(score, self.conversation(binary_request([1, 1.5, 1], [4, 5, 6])))
            self.assertEqual((kind, answer["message"] if kind == ERROR else answer), (expected, value))


@unittest.skipIf(numpy is None, "NumPy is not installed")
class BatchTest(unittest.TestCase):
    """Requests of several lanes in one message."""

    OPENED = frame(HELLO, HELLO_MESSAGE, 0, 0) + b"".join(
        frame(OPEN, {**open_message(lane, fade=12), "world": 10 + lane, "seed": 20 + lane}, sequence=lane) for lane in (1, 2, 3)
    )

    def batch(self, *requests, sequence=9):
        """A frame with the likes and hours of the requests of lanes 1, 2 and so on, whose sequences are 11, 12 and so on."""
        counts = [len(likes) for likes, _ in requests]
        records = numpy.zeros(len(requests), RECORD_TYPE)
        for index, record in enumerate(records):
            record["lane"], record["viewer"], record["sequence"] = index + 1, 30 + index, index + 11
            record["now"], record["refresh"] = 7200.5 + index, 40 + index
        records["count"], records["offset"] = counts, numpy.cumsum(counts) - counts
        columns = [numpy.concatenate([request[column] for request in requests]) for column in (0, 1)]
        posts = numpy.arange(100, 100 + sum(counts), dtype="<u4").tobytes()
        payload = BATCH_HEAD.pack(len(requests), 2, sum(counts), 0) + records.tobytes()
        payload += numpy.array(columns, "<f8").tobytes() + posts
        return frame(BATCH, payload + b"\0" * (-len(payload) % 8), lane=0, sequence=sequence)

    def test_hello_has_the_largest_batch(self):
        score = ranker(reads=["likes"], batch=64, run=False)(lambda batch, parameters: batch["likes"])
        self.assertEqual(lines(score, HELLO_MESSAGE)[0]["batch"], 64)
        self.assertNotIn("batch", lines(warm, HELLO_MESSAGE)[0])

    def test_one_message_has_the_scores_of_all_requests_whatever_the_pieces_in_which_they_come(self):
        @ranker(reads=["likes", "age_hours"], batch=64, run=False)
        def score(batch, parameters):
            return (1 + batch["likes"]) / (1 + batch["age_hours"] / parameters["fade"])

        data = self.OPENED + self.batch(([1, 0, 3], [12, 0, 12]), ([4], [24])) + self.batch(([5, 2], [0, 0]), sequence=10)
        for piece in [1, 23, 1 << 20]:
            self.assertEqual(
                frames(score, data, piece)[1:], [(SCORES, 0, 9, [1, 1, 2, 5 / 3]), (SCORES, 0, 10, [6, 3])]
            )

    def test_a_function_sees_the_requests_of_a_batch(self):
        seen = []

        @ranker(reads=["likes", "age_hours"], batch=2, run=False)
        def score(batch, parameters):
            seen.extend([len(batch), "likes" in batch, "saves" in batch, parameters, batch.parameters])
            for values in [
                batch["age_hours"], batch.posts, batch.offsets, batch.requests, batch.viewers, batch.times,
                batch.refreshes, batch.worlds, batch.seeds,
            ]:
                seen.append(values.tolist())
            for one in batch.split():
                seen.append([one.viewer, one.now, one.refresh, one.world, one.seed, one.posts.tolist(), one["likes"].tolist()])
            return batch["likes"] * 0

        frames(score, self.OPENED + self.batch(([1, 0], [4, 5]), ([2, 3, 4], [6, 7, 8])))
        self.assertEqual(
            seen,
            [
                5, True, False, {"fade": 12}, {"fade": 12}, [4, 5, 6, 7, 8], [100, 101, 102, 103, 104], [0, 2, 5],
                [0, 0, 1, 1, 1], [30, 31], [7200.5, 7201.5], [40, 41], [11, 12], [21, 22],
                [30, 7200.5, 40, 11, 21, [100, 101], [1, 0]], [31, 7201.5, 41, 12, 22, [102, 103, 104], [2, 3, 4]],
            ],
        )

    def test_columns_of_a_batch_are_aligned_and_read_only(self):
        @ranker(reads=["likes", "age_hours"], batch=2, run=False)
        def score(batch, parameters):
            for column in [batch["likes"], batch["age_hours"], batch.posts, batch.viewers]:
                self.assertTrue(column.flags.aligned and not column.flags.writeable)
            return [0]

        self.assertEqual(frames(score, self.OPENED + self.batch(([1], [2])))[1], (SCORES, 0, 9, [0]))

    def test_a_request_that_fails_is_refused_and_the_others_are_answered(self):
        @ranker(reads=["likes", "age_hours"], batch=8, run=False)
        def score(batch, parameters):
            if 7 in batch["likes"]:
                raise ValueError("seven")
            return (batch["likes"] - 4) / (batch["age_hours"] - 1)

        with numpy.errstate(all="ignore"):
            answers = frames(score, self.OPENED + self.batch(([1, 7], [2, 2]), ([2], [2]), ([3, 4], [3, 1])))
        self.assertEqual([answer[:3] for answer in answers[1:]], [(ERROR, 1, 11), (ERROR, 3, 13), (SCORES, 0, 9)])
        self.assertRegex(answers[1][3]["message"], r"^ValueError: seven \(test_feedlab_ranker.py, line \d+, in score\)$")
        self.assertEqual(answers[2][3]["message"], "the score of post 104 is no number; its likes = 4, age_hours = 1")
        self.assertEqual(answers[3][3], [0, 0, -2, 0, 0])

    def test_what_fails_for_requests_together_alone_is_the_fault_of_all(self):
        @ranker(reads=["likes", "age_hours"], batch=8, run=False)
        def score(batch, parameters):
            return [1, 2]

        answers = frames(score, self.OPENED + self.batch(([1, 7], [2, 2]), ([2, 3], [2, 2])))
        self.assertEqual(answers[1][:3], (ERROR, 0, 9))
        self.assertEqual(
            answers[1][3]["message"],
            "the function fails by 2 requests together and by none of them alone: the function returned scores of the shape"
            " (2,) for 4 candidates",
        )

    def test_a_request_in_a_message_of_its_own_is_a_batch_of_one(self):
        @ranker(reads=["likes", "age_hours"], batch=8, run=False)
        def score(batch, parameters):
            return batch["likes"] + batch.worlds[batch.requests] + batch.viewers[0]

        self.assertEqual(lines(score, HELLO_MESSAGE, open_message(), request())[1]["scores"], [23, 22])
        (_, answer) = frames(score, self.OPENED + binary_request([1, 0], [2, 3]))
        self.assertEqual(answer, (SCORES, 1, 2, [29, 28]))

    def test_what_one_request_has_is_not_that_of_a_batch(self):
        batch = Batch(numpy.zeros(1, RECORD_TYPE), numpy.zeros(1), {}, {}, {})
        with self.assertRaises(RankerError) as caught:
            batch.viewer
        self.assertEqual(
            str(caught.exception),
            "a batch has several requests, and so no 'viewer': batch.viewers[batch.requests] has it for each candidate",
        )
        with self.assertRaises(AttributeError):
            batch.authors

    def test_a_batch_to_a_function_that_takes_none_is_an_error(self):
        (_, (kind, lane, sequence, error)) = frames(warm, self.OPENED + self.batch(([1], [2])))
        self.assertEqual((kind, lane, sequence), (ERROR, 0, 9))
        self.assertEqual(error["message"], "FeedLab sent a batch to a function that takes none")

    def test_a_decorator_that_makes_no_sense_is_an_error(self):
        for number in [0, 1.5, True, "64"]:
            with self.assertRaises(TypeError) as caught:
                ranker(reads=["likes"], batch=number)
            self.assertEqual(
                str(caught.exception), f"'batch' is a whole number of requests from 1 up, and not {number!r}"
            )
        for settings in [{"kind": "order"}, {"learns": True}]:
            with self.assertRaises(TypeError) as caught:
                ranker(reads=["likes"], batch=8, **settings)
            self.assertEqual(
                str(caught.exception),
                "batches are for rankers of the kind \"score\" that do not learn; leave 'batch' out",
            )

    def test_check_finds_a_score_that_is_made_of_the_whole_batch(self):
        self.assertEqual(
            checked(lambda batch, parameters: 2 * batch["likes"], batch=8),
            (0, ["post  likes  score", " 100     40     80"], ""),
        )
        self.assertEqual(
            checked(lambda batch, parameters: -abs(batch["likes"] - 0.6 * batch["likes"].mean()), batch=8),
            (
                1, [],
                "the order of the posts is another one in a batch with another request: what is made of candidates, such as"
                " a mean, has to be made of those of one request\n",
            ),
        )


def checked(score, kind="score", **settings):
    """The exit code of a check, the first lines that it prints, and what it prints to standard error."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        code = feedlab_ranker.check(ranker(reads=["likes"], kind=kind, run=False, **settings)(score))
    return code, output.getvalue().splitlines()[:2], errors.getvalue()


class CheckTest(unittest.TestCase):
    """What a run refuses."""

    @unittest.skipIf(numpy is None, "NumPy is not installed")
    def test_columns_are_read_only_as_in_a_run(self):
        def add(candidates, parameters):
            likes = candidates["likes"]
            likes += 1
            return likes

        for settings in [{}, {"batch": 8}]:
            code, printed, errors = checked(add, **settings)
            self.assertEqual((code, printed), (1, []))
            self.assertIn("ValueError: output array is read-only (test_feedlab_ranker.py, line ", errors)

        def look(candidates, parameters):
            records = [candidates.viewers] if isinstance(candidates, Batch) else []
            for values in [candidates["likes"], candidates.posts, *records]:
                self.assertTrue(values.flags.aligned and not values.flags.writeable)
            return candidates["likes"]

        for settings in [{}, {"batch": 8}]:
            self.assertEqual(checked(look, **settings)[0], 0)

        # An order is made of copies.
        def sort(candidates, parameters):
            self.assertEqual([values.dtype for values in (candidates.authors, candidates.categories)], ["<u4", "<i8"])
            candidates.posts.sort()
            candidates["likes"][:] = 7
            return candidates.posts

        self.assertEqual(
            checked(sort, "order"), (0, ["post  likes  author  category", " 100     40       8         2"], "")
        )

    def test_a_score_has_no_authors(self):
        def look(candidates, parameters):
            self.assertEqual((candidates.authors, candidates.categories), (None, None))
            return [0] * len(candidates)

        self.assertEqual(checked(look)[0], 0)

    def test_two_orders_fail(self):
        def first(candidates, parameters):
            return list(range(len(candidates)))

        # What comes first is in another position when it is asked again.
        self.assertEqual(
            checked(first),
            (
                1, [],
                "the ranker gave two orders for one request, that was asked again with its candidates in reverse order: from"
                " position 1 on, the first order has post 100 (4, then 0), post 101 (3, then 1), post 102 (2, then 2), and the"
                " second one has post 104 (0, then 4), post 103 (1, then 3), post 102 (2, then 2); a run fails by this. A"
                " post's position may depend on the request and on its candidates as a set, not on their order, on chance or"
                " on other requests; look for random numbers that are not made of the seed, the viewer, the refresh and the"
                " post, for what depends on the position in the columns or on the candidates before, and for a state that is"
                " kept between requests\n",
            ),
        )
        code, _, errors = checked(lambda candidates, parameters: [int(post) for post in candidates.posts][:-2], "order")
        self.assertEqual(code, 1)
        self.assertIn("the first order has post 104, post 103, post 102, and the second one has post 100, post 101", errors)
        code, _, errors = checked(
            lambda candidates, parameters: sorted(map(int, candidates.posts))[: 5 if candidates.posts[0] == 104 else 3], "order"
        )
        self.assertIn("from position 4 on, the first order has post 103, post 104, and the second one has nothing", errors)
        if numpy is not None:
            code, _, errors = checked(lambda batch, parameters: numpy.arange(len(batch)), batch=8)
            self.assertEqual((code, errors[:32]), (1, "the ranker gave two orders for one re"[:32]))

    def test_a_state_that_changes_an_order_fails(self):
        calls = []

        def count(candidates, parameters):
            calls.append(candidates)
            return [likes * (-1) ** len(calls) for likes in candidates["likes"]]

        self.assertEqual(checked(count)[0], 1)
        self.assertEqual([int(request.posts[0]) for request in calls], [104, 100])

    def test_what_depends_on_the_set_or_changes_the_last_bits_passes(self):
        def share(candidates, parameters):
            likes = [float(value) for value in candidates["likes"]]
            return [value / sum(likes) for value in likes]

        def last(candidates, parameters):
            # Equal in 24 bits: the newer post comes first.
            return [1 + index * 2e-16 for index in range(len(candidates))]

        self.assertEqual(checked(share)[0], 0)
        self.assertEqual(checked(last)[1][1], " 104      0      1")

    def test_scores_are_rounded_as_in_a_run(self):
        for score, rounded in [
            (0.0, 0.0), (1 + 2**-24, 1.0), (1 + 3 * 2**-24, 1 + 2**-22), (-3.3, -13841203 / 2**22),
            (sys.float_info.max, math.inf),
        ]:
            self.assertEqual(feedlab_ranker._rounded(score), rounded)


@ranker(learns=True)
class Popular:
    """The likes of each post, from events alone."""

    def open(self, lane):
        self.opened = (lane.world, lane.seed, lane.parameters)
        self.likes = {}
        self.seen = []

    def learn(self, events):
        self.seen.append(events)
        for event in events:
            step = {Event.LIKE: 1, Event.UNLIKE: -1}.get(int(event["kind"]), 0)
            self.likes[int(event["post"])] = self.likes.get(int(event["post"]), 0) + step

    def score(self, candidates):
        return [self.likes.get(int(post), 0) for post in candidates.posts]


def events_message(*events, lane=1, sequence=2):
    return {"type": "events", "lane": lane, "sequence": sequence, "events": list(events)}


LIKE = {"time": 5.5, "kind": "like", "member": 3, "post": 1, "request": None}
IMPRESSION = {
    "time": 4, "kind": "impression", "member": 3, "post": 1, "surface": "global", "looked": True, "own": False,
    "position": 21, "request": 8, "refresh": 256,
}


class LearningTest(unittest.TestCase):
    def test_hello_says_that_there_is_a_state(self):
        hello = lines(Popular, HELLO_MESSAGE)[0]
        self.assertEqual((hello["stateless"], hello["name"], hello["reads"]), (False, "Popular", []))

    def test_each_lane_has_a_state_which_its_end_forgets(self):
        answers = lines(
            Popular, HELLO_MESSAGE, open_message(1), events_message(LIKE), request(3), open_message(2),
            request(4, 2), events_message(LIKE, LIKE, lane=2), request(5, 2), request(6, 1),
            {"type": "close", "lane": 1, "sequence": 7}, open_message(1), request(8, 1),
        )
        self.assertEqual([answer["scores"] for answer in answers[1:]], [[0, 1], [0, 0], [0, 2], [0, 1], [0, 0]])

    def test_events_are_rows_with_the_fields_of_their_kind(self):
        states = []

        def make():
            states.append(Popular())
            return states[0]

        score = ranker(learns=True, run=False)(make)
        lines(score, HELLO_MESSAGE, open_message(fade=2), events_message(IMPRESSION, LIKE), request(3))
        self.assertEqual(states[0].opened, (5, 6, {"fade": 2}))
        shown, like = states[0].seen[0]
        self.assertEqual((shown["kind"], shown["surface"]), (Event.IMPRESSION, Surface.GLOBAL))
        self.assertEqual((bool(shown["looked"]), bool(shown["own"])), (True, False))
        fields = ("time", "member", "post", "position", "request", "refresh", "other", "group", "category", "contest")
        self.assertEqual([shown[field] for field in fields], [4, 3, 1, 21, 8, 256, 0, 0, 0, 0])
        self.assertEqual([like[field] for field in fields], [5.5, 3, 1, 0, feedlab_ranker.NO_REQUEST, 0, 0, 0, 0, 0])

    def test_the_event_of_a_post_says_who_may_see_it(self):
        post = {"time": 1, "kind": "post", "member": 3, "post": 1, "category": 5, "visible_to": "friends", "request": 0}
        (row,) = feedlab_ranker._events([post])
        self.assertEqual((row["kind"], row["visible_to"], row["category"]), (Event.POST, Visibility.FRIENDS, 5))

    @unittest.skipIf(numpy is None, "needs NumPy")
    def test_a_frame_of_events_is_an_array_in_the_memory_of_the_frame(self):
        states = []

        @ranker(learns=True, run=False)
        class Looking(Popular):
            def learn(self, events):
                states.append((events.tolist(), events.flags.writeable, events.flags.owndata))
                super().learn(events)

        table = feedlab_ranker._events([IMPRESSION, LIKE])
        payload = (2).to_bytes(8, "little") + table.tobytes()
        self.assertEqual(len(payload), 88)
        data = frame(HELLO, HELLO_MESSAGE) + frame(OPEN, open_message()) + frame(EVENTS, payload)
        answers = frames(Looking, data + binary_request([0, 0], [0, 0], sequence=3), 7)
        self.assertEqual(answers[1:], [(SCORES, 1, 3, [0, 1])])
        self.assertEqual(states, [(table.tolist(), False, False)])

    def test_what_is_no_ranker_that_learns_says_so(self):
        with self.assertRaisesRegex(TypeError, "has the methods learn.events. and score.candidates.; int has no learn"):
            ranker(learns=True)(int)
        with self.assertRaisesRegex(TypeError, "or a function that makes an object, and not 3"):
            ranker(learns=True)(3)
        with self.assertRaisesRegex(TypeError, "write '@ranker.…, learns=True.' above Popular"):
            ranker(run=False)(Popular)
        error = lines(ranker(learns=True, run=False)(lambda: 3), HELLO_MESSAGE, open_message())[1]
        self.assertIn("int has no learn", error["message"])

    def test_an_exception_is_an_error_with_its_line(self):
        @ranker(learns=True, run=False)
        class Failing(Popular):
            def learn(self, events):
                return 1 / 0

        error = lines(Failing, HELLO_MESSAGE, open_message(), events_message(LIKE))[1]
        self.assertEqual((error["type"], error["lane"], error["sequence"]), ("error", 1, 2))
        self.assertRegex(error["message"], r"ZeroDivisionError: division by zero .test_feedlab_ranker.py, line \d+, in learn.")

    def test_a_ranker_that_does_not_learn_takes_no_events(self):
        error = lines(warm, HELLO_MESSAGE, open_message(), events_message(LIKE))[1]
        self.assertEqual(error["message"], "FeedLab sent events to a ranker that does not learn")

    def test_the_made_up_events_have_as_many_likes_as_the_made_up_request(self):
        state = feedlab_ranker._opened(Popular, feedlab_ranker.Lane())
        state.learn(feedlab_ranker.example_events())
        self.assertEqual(state.score(feedlab_ranker.example([])), list(feedlab_ranker.example(["likes"])["likes"]))


class RankerTest(unittest.TestCase):
    def test_a_ranker_without_brackets_says_what_to_write(self):
        with self.assertRaises(TypeError) as caught:
            ranker(lambda candidates, parameters: 0)
        self.assertEqual(
            str(caught.exception),
            "write '@ranker(reads=[\"likes\"])' above the function, with the features that it reads",
        )

    def test_reads_is_a_name_or_names(self):
        self.assertEqual(ranker(reads="likes")(lambda candidates, parameters: 0).reads, ["likes"])
        self.assertEqual(ranker(reads=("likes", "saves"))(lambda candidates, parameters: 0).reads, ["likes", "saves"])
        with self.assertRaises(TypeError) as caught:
            ranker(reads=["likes", 3])
        self.assertEqual(str(caught.exception), "'reads' has the names of features, such as \"likes\", and not 3")

    def test_what_cannot_be_called_is_no_ranker(self):
        with self.assertRaises(TypeError) as caught:
            ranker(reads="likes")(3)
        self.assertEqual(str(caught.exception), "a ranker is a function of candidates and parameters, and not 3")

    def test_whatever_can_be_called_is_a_ranker(self):
        class Model:
            __slots__ = ("weight",)

            def __init__(self, weight):
                self.weight = weight

            def __call__(self, candidates, parameters):
                return [self.weight * likes for likes in candidates["likes"]]

            def predict(self, candidates, parameters):
                return self(candidates, parameters)

        def weighted(weight, candidates, parameters):
            return Model(weight)(candidates, parameters)

        cases = [
            (Model(2), "Model"), (Model(2).predict, "predict"), (functools.partial(weighted, 2), "weighted"),
        ]
        for score, name in cases:
            hello, scores = lines(ranker(reads=["likes"])(score), HELLO_MESSAGE, open_message(), request())
            self.assertEqual((hello["name"], hello["reads"], scores["scores"]), (name, ["likes"], [2, 0]))


class CandidatesTest(unittest.TestCase):
    def test_a_column_that_is_not_there_is_an_error(self):
        candidates = Candidates(0, 0.0, 0, [1], {})
        with self.assertRaises(RankerError):
            candidates["likes"]

    def test_the_made_up_request_has_each_feature(self):
        for name in ["likes", "is_friend", "affinity_share", "age_hours", "hour_of_day", "opens_per_look"]:
            self.assertEqual(len(feedlab_ranker.example([name])[name]), 5)


class ScriptTest(unittest.TestCase):
    """Scripts, run as FeedLab and as people run them."""

    def run_script(self, script, data=b"", *arguments, above="", by_feedlab=None):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(above + "from feedlab_ranker import ranker\n" + textwrap.dedent(script))
            return subprocess.run(
                [sys.executable, path, *arguments], input=data, capture_output=True, timeout=60, check=False,
                env={
                    **os.environ, "PYTHONPATH": FOLDER, "PYTHONUNBUFFERED": "",
                    "FEEDLAB_RANKER": "1" if (bool(data) if by_feedlab is None else by_feedlab) else "",
                },
            )

    def test_what_is_printed_goes_to_standard_error(self):
        done = self.run_script(
            """
            import os
            print("loading")

            @ranker(reads=["likes"])
            def score(candidates, parameters):
                print("scoring")
                os.write(1, b"from a library\\n")
                return candidates["likes"]
            """,
            b"".join(json.dumps(message).encode() + b"\n" for message in [HELLO_MESSAGE, open_message(), request()]),
        )
        self.assertEqual(json.loads(done.stdout.splitlines()[1])["scores"], [1, 0])
        self.assertEqual((len(done.stdout.splitlines()), done.returncode), (2, 0))
        self.assertEqual(done.stderr.replace(b"\r", b"").split(b"\n"), [b"loading", b"scoring", b"from a library", b""])

    def test_what_is_printed_above_the_import_goes_to_standard_error_unless_it_was_written(self):
        for above, start in [('print("loading")', b'{"type": "hello"'), ('print("loading", flush=True)', b"loading")]:
            done = self.run_script(
                """
                @ranker(reads=["likes"])
                def score(candidates, parameters):
                    return candidates["likes"]
                """, json.dumps(HELLO_MESSAGE).encode() + b"\n", above=above + "\n",
            )
            self.assertEqual(done.stdout[: len(start)], start)
            self.assertEqual((done.stdout + done.stderr).count(b"loading"), 1)

    def test_who_reads_standard_input_in_the_function_takes_no_request(self):
        done = self.run_script(
            """
            import subprocess

            @ranker(reads=["likes"])
            def score(candidates, parameters):
                if candidates["likes"][0] == 1:
                    return [len(subprocess.run(["cat"], capture_output=True).stdout), 7]
                return input()
            """,
            b"".join(
                json.dumps(message).encode() + b"\n"
                for message in [HELLO_MESSAGE, open_message(), request(2), request(3, likes=(5, 0)), request(4)]
            ),
        )
        _, first, error, second = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual((first["scores"], second["scores"]), ([0, 7], [0, 7]))
        self.assertTrue(error["message"].startswith("EOFError: EOF when reading a line (mine.py, line "))

    def test_a_function_of_another_module_is_served_where_the_script_names_it(self):
        done = self.run_script(
            """
            import operator
            ranker(reads=["likes"], name="fixed")(operator.methodcaller("__len__"))
            """, json.dumps(HELLO_MESSAGE).encode() + b"\n",
        )
        self.assertEqual(json.loads(done.stdout)["name"], "fixed")

    def test_a_ranker_can_refer_to_itself(self):
        data = b"".join(
            json.dumps(message).encode() + b"\n" for message in [HELLO_MESSAGE, open_message(), request(likes=(3, 1))]
        )
        for script in [
            """
            @ranker(reads=["likes"])
            def score(candidates, parameters, depth=0):
                return candidates["likes"] if depth == 3 else score(candidates, parameters, depth + 1)
            """,
            """
            @ranker(reads=["likes"], learns=True)
            class Popular:
                WEIGHT = 1
                def learn(self, events):
                    pass
                def score(self, candidates):
                    return [Popular.WEIGHT * likes for likes in candidates["likes"]]
            """,
            """
            import functools

            def score(candidates, parameters):
                return candidates["likes"]

            @functools.wraps(score)
            def logged(candidates, parameters):
                return score(candidates, parameters)

            ranker(reads=["likes"])(logged)
            """,
            """
            def make(weight):
                def score(candidates, parameters):
                    return [weight(likes) for likes in candidates["likes"]]
                return score

            def score(likes):
                return likes

            ranker(reads=["likes"])(make(score))
            """,
        ]:
            done = self.run_script(script, data)
            self.assertEqual(json.loads(done.stdout.splitlines()[1]).get("scores"), [3, 1], done.stderr.decode())
            self.assertEqual(self.run_script(script, b"", "--check").returncode, 0)

    def test_a_script_that_nobody_runs_as_a_ranker_says_how_to_run_it(self):
        script = """
            @ranker(reads=["likes"])
            def score(candidates, parameters):
                return candidates["likes"]
            """
        how = "mine.py is a ranker: 'python3 "
        only = "' is no option; the only one is '--check', which parameters such as 'fade=12' follow. "
        for arguments, start in [
            ([], ""), (["--chek"], "'--chek' is no option; did you mean '--check'? "), (["fade=12"], "'fade=12" + only),
            (["check", "fade=12"], "'check' is no option; did you mean '--check'? "), (["--quiet"], "'--quiet" + only),
        ]:
            for data in [b"", b"{", b"hello\n"]:
                done = self.run_script(script, data, *arguments, by_feedlab=False)
                self.assertEqual((done.returncode, done.stdout), (64, b""))
                text = done.stderr.decode()
                self.assertTrue(text.startswith(start) and how in text, text)
                self.assertEqual(text.count("\n"), 1)

        # Without the variable too, as in a container: a program's own words are its own.
        hello = json.dumps(HELLO_MESSAGE).encode() + b"\n"
        for by_feedlab in [False, True]:
            done = self.run_script(script, hello, "--chek", by_feedlab=by_feedlab)
            self.assertEqual((done.returncode, json.loads(done.stdout)["type"], done.stderr), (0, "hello", b""))
        done = self.run_script(script, by_feedlab=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_check_takes_parameters(self):
        script = """
            @ranker(reads=["likes"])
            def score(candidates, parameters):
                return [parameters["weight"] * likes for likes in candidates["likes"]]
            """
        done = self.run_script(script, b"", "--check", "weight=3")
        self.assertEqual(done.stdout.decode().splitlines()[1], " 100     40    120")
        for word in ["weight", "weight=much", "=3"]:
            done = self.run_script(script, b"", "--check", word)
            self.assertEqual(done.returncode, 64)
            self.assertEqual(
                done.stderr.decode().strip(),
                f"'{word}' is no parameter; write a name and a number, such as 'fade=12'",
            )

    def test_check_prints_scores_in_order(self):
        done = self.run_script(
            """
            @ranker(reads=["likes"])
            def score(candidates, parameters):
                return [2 * likes for likes in candidates["likes"]]
            """, b"", "--check",
        )
        self.assertEqual(done.stdout.decode().splitlines(), [
            "post  likes  score", " 100     40     80", " 101      9     18", " 102      5     10", " 103      2      4",
            " 104      0      0",
        ])
        self.assertEqual(done.returncode, 0)

    def test_check_shows_the_line_of_an_exception(self):
        done = self.run_script(
            """
            @ranker(reads=[])
            def score(candidates, parameters):
                return candidates["likes"]
            """, b"", "--check",
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn("'likes' is not among the columns (none); add it to 'reads'", done.stderr.decode())

    def test_a_script_that_is_imported_serves_nobody(self):
        done = self.run_script(
            """
            @ranker(reads=[], run=False)
            def score(candidates, parameters):
                return 0
            print("imported")
            """
        )
        self.assertEqual(done.stdout.decode(), "imported\n")


if __name__ == "__main__":
    unittest.main()
