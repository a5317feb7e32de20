import Foundation
import OutsideRankers
import SocialFeed
import Synchronization
import TestSupport
import Testing

/// Requests of several lanes in one message.
@Suite struct BatchTests {
  // MARK: Messages

  @Test func `a batch has a record for each request before the columns`() {
    var writer = RequestWriter(.binary, reads: [.likes, .ageHours])
    let records = [
      BatchRecord(
        lane: 5, sequence: 9, viewer: MemberID(3), refresh: 7, now: 7200, offset: 0, count: 2),
      BatchRecord(
        lane: 6, sequence: 10, viewer: MemberID(4), refresh: 1, now: 1, offset: 2, count: 1),
    ]
    writer.batch(records, columns: 2, sequence: 11)
    let expected: [[UInt8]] = [
      // batch, version 1, lane 0, sequence, length 16 + 2 · 40 + 2 · 24 + 12 + 4, 0
      [12, 0, 1, 0], [0, 0, 0, 0], [11, 0, 0, 0, 0, 0, 0, 0], [160, 0, 0, 0], [0, 0, 0, 0],
      // two requests, two columns, three candidates, 0
      [2, 0, 0, 0], [2, 0, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0],
      // lane, viewer, sequence, seconds, refresh, offset, count, 0
      [5, 0, 0, 0], [3, 0, 0, 0], [9, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0x20, 0xBC, 0x40],
      [7, 0, 0, 0], [0, 0, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0],
      [6, 0, 0, 0], [4, 0, 0, 0], [10, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0xF0, 0x3F],
      [1, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0],
    ]
    expectEqual(writer.bytes, expected.flatMap(\.self))
    expectEqual([1, 2, 3].map(RequestWriter.padding), [4, 0, 4])
  }

  /// The frame of a message about a request.
  private static func frame(
    _ kind: MessageKind, lane: UInt32, sequence: UInt64, _ payload: [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    MessageHeader(kind, lane: lane, sequence: sequence, length: UInt32(payload.count))
      .append(to: &bytes)
    return bytes + payload
  }

  private static func error(_ text: String, lane: UInt32, sequence: UInt64) -> [UInt8] {
    let text = #"{"message":"\#(text)"}"#
    let blanks = String(repeating: " ", count: (8 - text.utf8.count % 8) % 8)
    return frame(.error, lane: lane, sequence: sequence, Array((text + blanks).utf8))
  }

  /// The answers to batch 4 of two candidates, or what is wrong with them.
  private func answers(_ bytes: [UInt8]) -> (answers: [BatchAnswer], scores: [Double], String?) {
    var (reader, found, scores) = (AnswerReader(.binary), [BatchAnswer](), [Double]())
    reader.append(bytes)
    do {
      while let answer = try reader.batch(
        of: 2, sequence: 4,
        take: { bytes in
          scores = [0, 8].map { unsafe bytes.unsafeLoad(fromByteOffset: $0, as: Double.self) }
        })
      { found.append(answer) }
      return (found, scores, nil)
    } catch {
      return (found, scores, error.predicate)
    }
  }

  @Test func `one message answers all requests, behind the errors of some`() throws {
    let half: [UInt8] = [0, 0, 0, 0, 0, 0, 0xE0, 0x3F]
    let scores = Self.frame(.scores, lane: 0, sequence: 4, half + half)
    let (found, numbers, fault) = answers(Self.error("no", lane: 2, sequence: 3) + scores)
    #expect(fault == nil && numbers == [0.5, 0.5] && found.count == 2)
    guard case .refusal(lane: 2, sequence: 3, let refusal)? = found.first else {
      Issue.record("\(found)")
      return
    }
    #expect(refusal.predicate == "failed: no" && found[1] == .scores)
    expectEqual(answers(Array(scores.dropLast())).answers, [])
  }

  @Test(arguments: [
    (error("out of memory", lane: 0, sequence: 4), "failed: out of memory"),
    (
      frame(.scores, lane: 0, sequence: 4, [UInt8](repeating: 0, count: 24)),
      "gave 3 scores for 2 posts; it has to give one for each"
    ),
    (
      frame(.scores, lane: 1, sequence: 3, [UInt8](repeating: 0, count: 16)),
      "answered request 3 of lane 1 instead of request 4 of lane 0; an answer has the lane and the sequence of its request"
    ),
    (
      frame(.ordered, lane: 0, sequence: 4, [UInt8](repeating: 0, count: 16)),
      "answered 'batch' with 'ordered'; it has to answer with 'scores' or 'error'"
    ),
  ])
  func `an answer that is none of the batch is a fault`(bytes: [UInt8], expected: String) {
    expectEqual(answers(bytes).2, expected)
  }

  @Test func `hello has the largest batch`() throws {
    func batch(_ text: String) throws -> Int? {
      var reader = AnswerReader(.json)
      reader.append(Array((#"{"type":"hello","version":1\#(text)}"# + "\n").utf8))
      return try reader.hello()?.batch
    }
    #expect(try batch("") == 1 && batch(#","batch":64"#) == 64)
    for text in ["0", "1.5", "\"64\"", "-1"] {
      expectEqual(
        #expect(throws: AnswerFault.self) { try batch(#","batch":\#(text)"#) }?.predicate,
        "gives \(text) as its largest batch; expected a whole number from 1 up")
    }
  }

  // MARK: What shares a batch

  private func request(_ lane: UInt32, digest: String = "one") -> BatchedRequest {
    BatchedRequest(
      of: BatchedLane(
        lane, world: 0, digest: digest, settings: .init(command: ["a"], folder: "/", reads: [])))
  }

  @Test func `a batch has what waits with the parameters of the first, up to the largest`() {
    var waiting = [
      request(4), request(2, digest: "two"), request(3), request(1), request(9),
      request(5, digest: "two"),
    ]
    expectEqual(waiting.takeBatch(atMost: 3).withCompany.map(\.lane.number), [1, 3, 4])
    expectEqual(waiting.map(\.lane.number), [2, 9, 5])
    expectEqual(waiting.takeBatch(atMost: 3).map(\.lane.number), [2, 5])
    expectEqual(waiting.takeBatch(atMost: 3).map(\.lane.number), [9])
    #expect(waiting.isEmpty)
  }

  @Test func `a request that is asked again is in no batch of others`() {
    let (alone, another) = (request(2), request(3))
    alone.company = .none
    another.company = .only(request(3))
    var waiting = [request(1), alone, another, request(4)]
    expectEqual(waiting.takeBatch(atMost: 9).withCompany.map(\.lane.number), [1, 4])
    expectEqual(waiting.takeBatch(atMost: 9).withCompany.map(\.lane.number), [2])
    expectEqual(waiting.takeBatch(atMost: 9).withCompany.map(\.lane.number), [3, 3])
  }

  // MARK: Processes

  private static let hasNumPy =
    (try? ChildProcess(["python3", "-c", "import numpy"], in: "/"))?.awaitEnd(seconds: 60)
    == .exit(0)

  /// A ranker whose function has these lines, in one process.
  private func ranker(
    _ lines: String, in folder: TestFolder, batch: Int? = nil, processes: Int = 1
  ) throws -> CommandRanker {
    let body = lines.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
    try folder.write(
      """
      import os, sys, numpy
      sys.path.insert(0, "\(JSONSchema.repository)Rankers/python")
      from feedlab_ranker import ranker

      @ranker(reads=["likes"], batch=4)
      def score(batch, parameters):
      \(body)

      """, to: "mine.py")
    return CommandRanker(
      .init(
        command: ["python3", "mine.py"], folder: folder.path, reads: [.likes], limit: 20,
        batch: batch, processes: processes))
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `lanes share a process, and have one each where a message has one request`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let two = try candidates(2, [.likes])
    func processes(_ ranker: CommandRanker) throws -> [[Double]] {
      let lanes = try (0..<2).map { try ranker.open(world: .init(number: $0, seed: 0)) }
      return try lanes.map { try scores($0, two) }
    }
    let lines = "return numpy.full(len(batch), float(os.getpid()))"
    let shared = try processes(ranker(lines, in: folder))
    expectEqual(shared[0], shared[1])
    let own = try processes(ranker(lines, in: folder, batch: 1))
    #expect(own[0] != own[1])
    let several = try processes(ranker(lines, in: folder, processes: 2))
    #expect(several[0] != several[1])
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `threads of several worlds get the scores of their own requests`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(
      """
      assert batch.offsets[-1] == len(batch) and len(batch.worlds) <= 4
      return batch["likes"] + 10 * batch.worlds[batch.requests] + 1000 * numpy.arange(len(batch)) \
      - 1000 * batch.offsets[batch.requests]
      """, in: folder)
    let found = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { world in
      do {
        let lane = try ranker.open(world: .init(number: world, seed: 0))
        for count in 1...20 {
          let posts = try candidates(count, [.likes])
          let expected = posts[.likes].enumerated().map {
            $0.element + Double(10 * world + 1000 * $0.offset)
          }
          if try scores(lane, posts) != expected { found.withLock { $0.append("\(world)") } }
        }
      } catch {
        found.withLock { $0.append("\(error)") }
      }
    }
    expectEqual(found.withLock { $0 }, [])
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `a request that fails ends its lane alone, and a process that ends ends all of its lanes`()
    throws
  {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(
      """
      if len(batch) == 3: raise ValueError("three posts")
      if len(batch) == 4: os._exit(3)
      return batch["likes"]
      """, in: folder)
    let lanes = try (0..<3).map { try ranker.open(world: .init(number: $0, seed: 0)) }
    func failure(_ lane: Int, count: Int) -> String? {
      #expect(throws: RankerFailure.self) {
        _ = try scores(lanes[lane], candidates(count, [.likes]))
      }?.message
    }
    expectEqual(
      failure(0, count: 3),
      "the ranker 'python3 mine.py' failed: ValueError: three posts (mine.py, line 7, in score)")
    try expectEqual(scores(lanes[1], candidates(2, [.likes])), [1, 0])
    let end = failure(1, count: 4)
    expectEqual(
      end?.hasPrefix(
        "the ranker 'python3 mine.py' ended with exit code 3 before it answered; its standard error ends with: "
      ), true)
    expectEqual(failure(2, count: 2), end)
    try expectEqual(scores(ranker.open(world: 4), candidates(2, [.likes])), [1, 0])
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `an answer that nobody needs any more is awaited no longer`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker("import time\ntime.sleep(20)", in: folder)
    let isOver = Mutex(false)
    // The lane is that of a run, whose wait it has from its beginning.
    let failure = try RankerWait.$current.withValue(RankerWait { isOver.withLock { $0 } }) {
      let lane = try ranker.open(world: 0)
      isOver.withLock { $0 = true }
      return #expect(throws: RankerFailure.self) { _ = try scores(lane, candidates(2, [.likes])) }
    }
    expectEqual(failure?.message, "the ranker 'python3 mine.py' was interrupted before it answered")
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `a lane that needs no answer any more leaves the process to the others`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(
      """
      open("started", "w").close()
      while not os.path.exists("go"): pass
      return batch["likes"]
      """, in: folder)
    let (first, second) = (try ranker.open(world: 0), try ranker.open(world: 1))
    let answer = Mutex<[Double]>([])
    let done = DispatchGroup()
    DispatchQueue.global().async(group: done) {
      let found = try? scores(first, candidates(2, [.likes]))
      answer.withLock { $0 = found ?? [] }
    }
    while !FileManager.default.fileExists(atPath: "\(folder.path)/started") { poll(nil, 0, 1) }
    let failure = RankerWait.$current.withValue(RankerWait { true }) {
      #expect(throws: RankerFailure.self) { _ = try scores(second, candidates(2, [.likes])) }
    }
    expectEqual(failure?.message, "the ranker 'python3 mine.py' was interrupted before it answered")
    try folder.write("", to: "go")
    done.wait()
    expectEqual(answer.withLock { $0 }, [1, 0])
    try expectEqual(scores(first, candidates(4, [.likes])), [1, 0, 1, 0])
  }

  // MARK: What is asked twice

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `a score that is made of a whole batch is found, though no other request waited`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    // By the distance from the mean of all candidates, which is that of the request where it is alone.
    let ranker = try ranker(
      "return -abs(batch.posts - batch.posts.mean() - 0.1)", in: folder)
    let hosted = HostedRanker(ranker, world: 0, pool: 9, probe: RankerProbe(share: 1))
    let posts = try candidates(4, [.likes])
    var scores = [Double](repeating: 1, count: 4)
    var span = scores.mutableSpan
    hosted.score(posts, into: &span)
    let message = try #require(hosted.failure?.message)
    #expect(
      message.hasPrefix(
        "the ranker 'python3 mine.py' gave two orders for one request, by member 0 at 4h in refresh 7, that was asked again"
          + " in one batch with another request, with its 4 candidates in reverse order: from position"
      ), "\(message)")
    #expect(
      message.hasSuffix(
        "for a score that depends on the position in the columns or on the candidates before, for a number that is made of"
          + " a whole batch, such as a mean, and for a state that is kept between requests"))
    #expect(hosted.failure?.isUnrepeatable == true && scores == [0, 0, 0, 0])
  }

  @Test(.enabled(if: hasNumPy, "NumPy is not installed"))
  func `a score that is made of the request passes`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(
      """
      sums = numpy.add.reduceat(batch.posts, batch.offsets[:-1])
      return -abs(batch.posts - (sums / numpy.diff(batch.offsets))[batch.requests] - 0.1)
      """, in: folder)
    let hosted = HostedRanker(ranker, world: 0, pool: 9, probe: RankerProbe(share: 1))
    let posts = try candidates(4, [.likes])
    var scores = [Double](repeating: 1, count: 4)
    var span = scores.mutableSpan
    hosted.score(posts, into: &span)
    expectEqual(hosted.failure, nil)
  }
}
