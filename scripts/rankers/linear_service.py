"""The ranker of `scripts/bench rankers` as a service: `linear_service.py PORT`, which prints its port.

It has one thread for all connections, so that it takes one core, and reads no more of HTTP than FeedLab sends.
"""

import asyncio
import json
import sys

READS = ["age_hours", "likes", "affinity_share"]
HELLO = {"type": "hello", "version": 1, "digest": "1", "reads": READS}


class Connection(asyncio.Protocol):
    def connection_made(self, transport):
        self.transport, self.received = transport, bytearray()

    def data_received(self, data):
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = self.received[:end].lower()
            found = head.find(b"content-length:")
            length = int(head[found + 15 :].split(b"\r\n", 1)[0]) if found >= 0 else 0
            if len(self.received) < end + 4 + length:
                return
            body = self.received[end + 4 : end + 4 + length]
            del self.received[: end + 4 + length]
            # FeedLab asks once what the service is, without a body.
            self.answer(scores(json.loads(body)) if body else HELLO)

    def answer(self, message):
        body = json.dumps(message).encode()
        self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))


def scores(request):
    columns = request["columns"]
    found = zip(*(columns[name] for name in READS))
    return {"scores": [-0.1 * hours + 0.1 * likes + share for hours, likes, share in found]}


async def serve():
    server = await asyncio.get_running_loop().create_server(Connection, "127.0.0.1", int(sys.argv[1]))
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(serve())
