"""A feed generator for Bluesky: posts that are liked and recent first, and later those that the viewer has seen.

  python3 generator.py --port 8000                                     reads Bluesky's own relay
  python3 generator.py --port 8000 --relay ws://127.0.0.1:9000         reads another one
"""
import argparse
import collections
import datetime
import http.server
import json
import threading
import urllib.parse

from atproto import CAR, FirehoseSubscribeReposClient, models, parse_subscribe_repos_message
from atproto_server.auth.jwt import get_jwt_payload

FEED = "at://did:web:localhost/app.bsky.feed.generator/warm"


class Index:
    """What the generator knows of the network."""

    def __init__(self):
        self.lock = threading.Lock()
        self.created = {}
        self.likes = collections.Counter()
        self.liked = {}
        self.seen = collections.Counter()
        self.orders = {}
        # The stream has the time: it may be that of another day.
        self.now = 0.0

    def create(self, uri, record):
        if record.py_type == models.ids.AppBskyFeedPost and record.reply is None:
            self.created[uri] = moment(record.created_at)
            self.now = max(self.now, self.created[uri])
        elif record.py_type == models.ids.AppBskyFeedLike:
            self.liked[uri] = record.subject.uri
            self.likes[record.subject.uri] += 1

    def delete(self, uri):
        self.created.pop(uri, None)
        if subject := self.liked.pop(uri, None):
            self.likes[subject] -= 1

    def take(self, message):
        commit = parse_subscribe_repos_message(message)
        if not isinstance(commit, models.ComAtprotoSyncSubscribeRepos.Commit):
            return
        blocks = CAR.from_bytes(commit.blocks).blocks
        with self.lock:
            for op in commit.ops:
                uri = f"at://{commit.repo}/{op.path}"
                if op.action == "delete":
                    self.delete(uri)
                elif record := models.get_or_create(blocks.get(op.cid), strict=False):
                    self.create(uri, record)

    def page(self, viewer, limit, cursor):
        with self.lock:
            # Later pages go on in the order of the first one.
            if cursor is None:
                self.orders[viewer] = self.order(viewer)
            start = int(cursor or 0)
            order = self.orders.get(viewer, [])
            posts = [uri for uri in order[start : start + limit] if uri in self.created]
        answer = {"feed": [{"post": uri} for uri in posts]}
        if start + limit < len(order):
            answer["cursor"] = str(start + limit)
        return answer

    def order(self, viewer):
        def key(uri):
            days = (self.now - self.created[uri]) / 86_400
            return (1 + self.likes[uri]) / (1 + days) / (1 + self.seen[viewer, uri]), uri

        return sorted((uri for uri in self.created if not uri.startswith(f"at://{viewer}/")), key=key, reverse=True)

    def interact(self, viewer, interactions):
        with self.lock:
            for interaction in interactions:
                if interaction["event"] == models.ids.AppBskyFeedDefs + "#interactionSeen":
                    self.seen[viewer, interaction["item"]] += 1


def moment(text):
    # Python before 3.11 does not know the Z of UTC.
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # An answer goes at once, as a whole.
    wbufsize = -1

    def viewer(self):
        # A service in public has to verify the token: atproto.verify_jwt.
        kind, _, token = self.headers.get("Authorization", "").partition(" ")
        return get_jwt_payload(token).iss if kind == "Bearer" else None

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        if url.path == "/xrpc/app.bsky.feed.getFeedSkeleton":
            self.answer(index.page(self.viewer(), int(query.get("limit", 50)), query.get("cursor")))
        elif url.path == "/xrpc/app.bsky.feed.describeFeedGenerator":
            self.answer({"did": "did:web:localhost", "feeds": [{"uri": FEED}]})
        else:
            self.answer({"error": "NotFound"}, 404)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/xrpc/app.bsky.feed.sendInteractions":
            index.interact(self.viewer(), body["interactions"])
            self.answer({})
        else:
            self.answer({"error": "NotFound"}, 404)

    def answer(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


parser = argparse.ArgumentParser()
parser.add_argument("--port", type=int, required=True)
parser.add_argument("--relay", default="wss://bsky.network")
options = parser.parse_args()

index = Index()
client = FirehoseSubscribeReposClient(base_uri=f"{options.relay}/xrpc")
threading.Thread(target=client.start, args=(index.take,), daemon=True).start()
http.server.ThreadingHTTPServer(("127.0.0.1", options.port), Server).serve_forever()
