# Likes against age: a ranker as a service, with Python's own server. Start it before the scenario: python3 warm.py 8000
import http.server
import json
import sys


class Ranker(http.server.BaseHTTPRequestHandler):
    # Connections stay open from request to request.
    protocol_version = "HTTP/1.1"
    # The body goes right behind the head, without waiting for an acknowledgement.
    disable_nagle_algorithm = True

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        fade = request["parameters"].get("fade", 24)
        likes, hours = request["columns"]["likes"], request["columns"]["age_hours"]
        self.answer({"scores": [(1 + l) / (1 + h / fade) for l, h in zip(likes, hours)]})

    # What the service is: FeedLab refuses it where this is not the scenario's version.
    def do_GET(self):
        self.answer({"type": "hello", "version": 1, "digest": "1", "reads": ["likes", "age_hours"]})

    def answer(self, message):
        body = json.dumps(message).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    # No line for each request.
    def log_request(self, code="-", size="-"):
        pass


# Port 0 is any that is free.
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Ranker)
print(server.server_port, flush=True)
server.serve_forever()
