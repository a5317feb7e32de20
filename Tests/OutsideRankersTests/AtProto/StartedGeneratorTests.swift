import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// A feed generator that FeedLab starts: that it finds its relay cannot be looked at without a process.
@Suite struct StartedGeneratorTests {
  /// A generator with Python's own modules, the newest posts first, which finds records by the look of their paths.
  private static let generator = #"""
    import http.server, json, re, socket, sys, threading, urllib.parse

    posts = []


    def read():
        host, port = sys.argv[2].removeprefix("ws://").split(":")
        relay = socket.create_connection((host, int(port)))
        relay.sendall(
            b"GET /xrpc/com.atproto.sync.subscribeRepos HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        stream = relay.makefile("rb")
        while stream.readline().strip():
            pass
        while head := stream.read(2):
            length = head[1] if head[1] < 126 else int.from_bytes(stream.read(2), "big")
            message = stream.read(length)
            path = re.search(rb"app\.bsky\.feed\.post/[a-z2-7]{13}", message)
            if path:
                did = re.search(rb"did:plc:[a-z2-7]{24}", message)
                uri = f"at://{did[0].decode()}/{path[0].decode()}"
                posts.remove(uri) if b"delete" in message else posts.insert(0, uri)


    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
            answer = {"feed": [{"post": uri} for uri in posts[: int(query.get("limit", 0))]]}
            if "describe" in self.path:
                answer = {"did": "did:web:a", "feeds": [{"uri": "at://a/b/c"}]}
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        def log_message(self, *words):
            pass


    threading.Thread(target=read, daemon=True).start()
    http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Server).serve_forever()
    """#

  @Test func `each lane has a generator and a relay of its own`() throws {
    let folder = try TestFolder()
    try folder.write(Self.generator, to: "generator.py")
    let settings = ServiceRanker.Settings(
      address: try ServiceAddress("http://127.0.0.1:{port}"),
      program: ServiceProgram(
        command: ["python3", "generator.py", "{port}", "{relay}"], folder: folder.path),
      dialect: .atproto, limit: 20)
    let ranker = ServiceRanker(settings)
    let lanes = try (0..<2).map { try ranker.open(world: .init(number: $0, seed: 0)) }
    for (world, lane) in lanes.enumerated() {
      let posts = (0..<3 + world).map { number in
        RankerEvent(
          time: Double(number),
          .post(PostID(number), author: MemberID(1), category: CategoryID(0), visibility: .everyone)
        )
      }
      try lane.learn(posts)
    }
    let request = ServeRequest(viewer: MemberID(2), surface: .home, limit: 9, refresh: 0, now: 10)
    for (world, lane) in lanes.enumerated() {
      try expectEqual(lane.serve(request).posts, (0..<3 + world).reversed().map { PostID($0) })
    }
  }
}
