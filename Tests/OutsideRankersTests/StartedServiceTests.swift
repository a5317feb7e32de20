import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Services that FeedLab starts: what happens between two processes cannot be looked at without them.
@Suite struct StartedServiceTests {
  /// A server that gives as scores how often it was asked, and the number of its process; a posts' order with `prosocial`.
  private static let server = #"""
    import http.server, json, os, socketserver, sys

    class Ranker(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        asked = 0

        def do_GET(self):
            self.send_error(404)

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            Ranker.asked += 1
            # More than pipes hold.
            for stream in sys.stdout, sys.stderr:
                stream.write("\n" + 300000 * "x" + "\n")
                stream.flush()
            answer = {"scores": [Ranker.asked, os.getpid()]}
            if "items" in request:
                answer = {"ranked_ids": [item["id"] for item in request["items"]][::-1]}
            if Ranker.asked > 3:
                os._exit(3)
            body = json.dumps(answer).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *words):
            pass

    socketserver.TCPServer.allow_reuse_address = True
    socketserver.TCPServer(("127.0.0.1", int(sys.argv[1])), Ranker).serve_forever()
    """#

  private func ranker(
    _ command: [String] = ["python3", "serve.py", "{port}"], in folder: TestFolder,
    _ change: (inout ServiceRanker.Settings) -> Void = { _ in }
  ) throws -> ServiceRanker {
    try folder.write(Self.server, to: "serve.py")
    var settings = ServiceRanker.Settings(
      address: try ServiceAddress("http://127.0.0.1:{port}/rank"),
      program: ServiceProgram(command: command, folder: folder.path), reads: [.likes], limit: 20)
    change(&settings)
    return ServiceRanker(settings)
  }

  /// The failure of opening a lane of a shell script.
  private func failure(
    _ script: String, _ change: (inout ServiceRanker.Settings) -> Void = { _ in }
  ) throws -> String? {
    let folder = try TestFolder()
    let ranker = try ranker(["sh", "-c", script, "{port}"], in: folder, change)
    return #expect(throws: RankerFailure.self) { try ranker.open(world: 0) }?.message
      .replacing("the ranker 'sh -c \(script) {port}' ", with: "")
  }

  @Test func `each lane has a process and a state of its own, which ends with it`() throws {
    let folder = try TestFolder()
    let ranker = try ranker(in: folder)
    var lanes = try (0..<2).map { try ranker.open(world: .init(number: $0, seed: 0)) }
    // In turn, so that a state that they share would be seen.
    let answers = try [1, 2, 3].map { _ in
      try lanes.map { try scores($0, candidates(2, [.likes])) }
    }
    expectEqual(answers.map { $0.map { $0[0] } }, [[1, 1], [2, 2], [3, 3]])
    let processes = answers[0].map { pid_t($0[1]) }
    #expect(processes[0] != processes[1])
    for answer in answers { expectEqual(answer.map { pid_t($0[1]) }, processes) }
    expectEqual(processes.map { kill($0, 0) }, [0, 0])
    lanes.removeLast()
    expectEqual(processes.map { kill($0, 0) }, [0, -1])
    let failure = #expect(throws: RankerFailure.self) {
      try scores(lanes[0], candidates(2, [.likes]))
    }
    let sentence =
      "the ranker 'python3 serve.py {port}' ended with exit code 3 before it answered; its standard error ends with: …xxx"
    expectEqual(failure?.message.hasPrefix(sentence), true, "\(failure?.message ?? "")")
  }

  @Test func `a service of another dialect is started too`() throws {
    let folder = try TestFolder()
    let ranker = try ranker(in: folder) {
      ($0.dialect, $0.reads) = (.prosocial, [])
    }
    let lane = try ranker.open(world: 0)
    try expectEqual(lane.order(candidates(3, ranker.features)), [PostID(0), PostID(1), PostID(2)])
  }

  @Test func `a program that does not listen is named with the end of its standard error`() throws {
    try expectEqual(
      failure("echo no port >&2; exit 4"),
      "ended with exit code 4 before it listened at its port; its standard error ends with: no port"
    )
    try expectEqual(
      failure("exit 0"),
      "ended with exit code 0 before it listened at its port; its standard error is empty")
    try expectEqual(
      failure("echo loading >&2; exec sleep 60") { $0.limit = 0.1 },
      "did not listen at its port within 0.1 s, its 'timeout' in the scenario; a service that is started listens at"
        + " port {port} of 127.0.0.1; its standard error ends with: loading")
    let nowhere = ServiceRanker(
      .init(
        address: try ServiceAddress("http://127.0.0.1:{port}/"),
        program: ServiceProgram(command: ["feedlab-no-such-program"], folder: "/"), reads: []))
    expectEqual(
      #expect(throws: RankerFailure.self) { try nowhere.open(world: 0) }?.message,
      "the ranker 'feedlab-no-such-program' cannot be started: No such file or directory")
  }

  @Test func `a start that nobody needs is given up, and a file that has changed is named`() throws
  {
    let message = try RankerWait.$current.withValue(RankerWait { true }) {
      try failure("exec sleep 60")
    }
    expectEqual(message, "was interrupted before it listened")
    let folder = try TestFolder()
    let ranker = try ranker(in: folder) {
      $0.program?.files = [RankerFile(name: "serve.py", digest: SHA256.hexDigest(of: "other"))]
    }
    expectEqual(
      #expect(throws: RankerFailure.self) { try ranker.open(world: 0) }?.message,
      "the ranker 'python3 serve.py {port}' cannot be used: 'serve.py' has changed since the scenario was read;"
        + " run the command again")
  }

  @Test func `the digest has the words and the files, by which results are identified`() throws {
    let folder = try TestFolder()
    let plain = try ranker(in: folder)
    // Whoever reads a scenario finds the script among the words.
    #expect(!plain.isIdentified)
    let script = RankerFile(name: "serve.py", digest: "ab")
    #expect(try ranker(in: folder) { $0.program?.files = [script] }.isIdentified)
    let digests = try [
      ranker(["python3", "serve.py", "--port", "{port}"], in: folder).digest,
      ranker(in: folder) { $0.program?.files = [RankerFile(name: "a", digest: "ab")] }.digest,
      ranker(in: folder) { $0.program?.files = [RankerFile(name: "a", digest: "cd")] }.digest,
      plain.digest,
    ]
    expectEqual(Set(digests).count, 4)
    try expectEqual(ranker(in: folder) { $0.program?.folder = "/elsewhere" }.digest, plain.digest)
  }

  @Test func `names in braces are of small letters`() {
    expectEqual(ServiceProgram.names(in: "--at={port},{relay}"), ["port", "relay"])
    expectEqual(ServiceProgram.names(in: #"{"port": {}} {PORT} {po rt} {port"#), [])
  }
}
