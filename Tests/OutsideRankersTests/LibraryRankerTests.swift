import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Rankers of a shared library, which the package builds beside the program of the tests.
@Suite struct LibraryRankerTests {
  static let path =
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(component: "libTestRankers.so").path()

  /// A ranker of the library.
  private func ranker(
    _ kind: String? = nil, _ parameters: [String: Double] = [:]
  ) throws(RankerFailure) -> LibraryRanker {
    try LibraryRanker(
      path: Self.path, name: "mine.so", parameters: parameters,
      symbol: kind.map { "init_\($0)" } ?? "feedlab_ranker_init")
  }

  /// The scores of a new state for so many posts, newest first: even ones without a like, odd ones with one.
  private func scores(_ ranker: LibraryRanker, world: RankerWorld = 0, of count: Int = 4)
    throws -> [Double]
  {
    try OutsideRankersTests.scores(ranker.open(world: world), candidates(count, ranker.features))
  }

  /// Numbers as `enum echo` of the library has them.
  private func echo(_ number: Double, world: RankerWorld = 0) throws -> [Double] {
    try scores(ranker(nil, ["echo": number]), world: world)
  }

  @Test func `a library scores the features that it names, in its order`() throws {
    let ranker = try ranker()
    expectEqual(ranker.features, [.likes, .ageHours])
    // Likes 1, 0, 1, 0, and ages of 1 to 4 hours.
    try expectEqual(scores(ranker), [2, 2, 4, 4])
    try expectEqual(scores(self.ranker(nil, ["weight": 10])), [11, 2, 13, 4])
    try expectEqual(scores(self.ranker("twice")), [2, 2, 4, 4])
  }

  @Test func `a library in a process of its own answers as the one in this process`() throws {
    var (writer, reader) = (
      RequestWriter(.binary, reads: [.likes, .ageHours]), AnswerReader(.binary)
    )
    var conversation = LibraryConversation(path: Self.path)
    func exchange() throws -> Bool {
      let header = try #require(MessageHeader(writer.bytes[...]))
      let answer = conversation.answer(header, writer.bytes[MessageHeader.size...])
      writer.clear()
      reader.append(answer ?? [])
      return answer != nil
    }
    writer.hello(name: "mine.so")
    #expect(try exchange())
    let hello = try #require(try reader.hello())
    expectEqual(hello.batch, 1)
    writer.open(
      lane: 3, sequence: 1, world: RankerWorld(number: 12, seed: 9), digest: "9f2c",
      parameters: ["weight": 10])
    #expect(try !exchange())
    writer.score(try candidates(4, [.likes, .ageHours]), lane: 3, sequence: 2)
    #expect(try exchange())
    var scores = [0.0, 0, 0, 0]
    var span = scores.mutableSpan
    #expect(try reader.scores(lane: 3, sequence: 2, into: &span))
    expectEqual(scores, [11, 2, 13, 4])
    writer.close(lane: 3, sequence: 3)
    #expect(try !exchange())
    writer.score(try candidates(4, [.likes, .ageHours]), lane: 3, sequence: 4)
    #expect(try exchange())
    let fault = #expect(throws: AnswerFault.self) {
      var scores = [0.0, 0, 0, 0]
      var span = scores.mutableSpan
      _ = try reader.scores(lane: 3, sequence: 4, into: &span)
    }
    expectEqual(fault?.predicate, "failed: a request came before its lane was opened")
  }

  @Test func `the first world and the second one are asked again at their ends`() throws {
    let ranker = try ranker()
    // The program of the tests serves no library.
    let seconds = try (0..<3).map { number in
      try ranker.open(world: RankerWorld(number: number, seed: 0)).second
    }
    expectEqual(seconds.map { $0?.company }, [.later, .later, nil])
    let lane = try #require(seconds[0]).open()
    try expectEqual(
      OutsideRankersTests.scores(lane, candidates(4, ranker.features)), [2, 2, 4, 4])
  }

  @Test func `a request has the viewer, the refresh, the moment and the posts`() throws {
    try expectEqual(echo(1), [0, 0, 0, 0])
    try expectEqual(echo(2), [7, 7, 7, 7])
    try expectEqual(echo(3), [14400, 14400, 14400, 14400])
    try expectEqual(echo(4), [4, 4, 4, 4])
    try expectEqual(echo(5), [3, 2, 1, 0])
  }

  @Test func `a state knows its world, the seed of the world, and its parameters`() throws {
    try expectEqual(echo(6, world: 12), [12, 12, 12, 12])
    let seed: UInt64 = 1 << 52 - 1
    let world = RankerWorld(number: 1, seed: seed)
    try expectEqual(echo(7, world: world), Array(repeating: Double(seed), count: 4))
    try expectEqual(echo(9), [1, 1, 1, 1])
  }

  @Test func `a state is one world's, and is closed with its lane`() throws {
    let ranker = try ranker(nil, ["echo": 8])
    let (candidates, lane) = (try candidates(1, ranker.features), try ranker.open(world: 0))
    try expectEqual(OutsideRankersTests.scores(lane, candidates), [1])
    try expectEqual(OutsideRankersTests.scores(lane, candidates), [2])
    try expectEqual(scores(ranker, world: 1, of: 1), [1])

    let counted = try self.ranker("counted")
    let kept = try counted.open(world: 0)
    try expectEqual(scores(counted, world: 1, of: 1), [2])
    try expectEqual(OutsideRankersTests.scores(kept, candidates), [1])
  }

  @Test func `states score at the same time`() async throws {
    let ranker = try ranker(nil, ["echo": 6])
    let right = await withTaskGroup(of: Bool.self) { group in
      for world in 0..<16 {
        group.addTask {
          (try? scores(ranker, world: .init(number: world, seed: 0), of: 2))
            == [Double(world), Double(world)]
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(right)
  }

  @Test func `the digest is of the file and the parameters, not of the name`() throws {
    let file = try #require(SHA256.hexDigest(ofFile: Self.path))
    let ranker = try ranker(nil, ["weight": 2, "echo": 0])
    expectEqual(
      ranker.digest,
      SHA256.hexDigest(
        of: #"{"file":"\#(file)","kind":"library","parameters":{"echo":0,"weight":2}}"#))
    let renamed = try LibraryRanker(
      path: Self.path, name: "other.so", parameters: ["weight": 2, "echo": 0])
    expectEqual(renamed.digest, ranker.digest)
    #expect(try self.ranker().digest != ranker.digest)
  }

  @Test func `a library has the name of its file, and the one that it gives itself`() throws {
    try expectEqual(ranker().name, "mine.so (right 1.0)")
    try expectEqual(ranker("anonymous").name, "mine.so")
  }

  @Test func `fields of a later version are ignored`() throws {
    try expectEqual(scores(ranker("longer")), [2, 2, 4, 4])
  }

  @Test func `what a library does to the processor's arithmetic is undone`() throws {
    let least = Double.leastNonzeroMagnitude
    let ranker = try ranker("flushing")
    #expect(least * Double(ranker.name.count) > 0)
    let lane = try ranker.open(world: 0)
    #expect(least * Double(ranker.name.count) > 0)
    _ = try OutsideRankersTests.scores(lane, candidates(2, ranker.features))
    #expect(least * Double(ranker.name.count) > 0)
  }

  @Test func `a score that is no number ends the world`() throws {
    let ranker = HostedRanker(try ranker("undefined"), world: 0, pool: 10)
    let candidates = try candidates(3, ranker.features)
    var scores = [1.0, 1, 1]
    var span = scores.mutableSpan
    ranker.score(candidates, into: &span)
    expectEqual(scores, [0, 0, 0])
    expectEqual(
      ranker.failure?.message,
      "the ranker 'mine.so (right 1.0)' gave post 1 a score that is no number, candidate 2 of 3")
  }

  @Test func `a score that a library does not write is no number`() throws {
    let ranker = HostedRanker(try ranker("lazy"), world: 0, pool: 10)
    let candidates = try candidates(3, ranker.features)
    var scores = [1.0, 1, 1]
    var span = scores.mutableSpan
    ranker.score(candidates, into: &span)
    expectEqual(
      ranker.failure?.message,
      "the ranker 'mine.so (right 1.0)' gave post 2 a score that is no number, candidate 1 of 3")
  }

  @Test(arguments: [
    (
      "newer",
      "has version 2 of the interface and this program version 1; build it with the feedlab_ranker.h of this program"
    ),
    (
      "unversioned",
      "has version 0 of the interface and this program version 1; build it with the feedlab_ranker.h of this program"
    ),
    (
      "short",
      "filled a table of 16 bytes, and version 1 has 72; build it with the feedlab_ranker.h of this program"
    ),
    ("refusing", "cannot be used: the licence is of last year"),
    ("silent", "cannot be used: it gave no reason, but the number -7"),
    ("misspelt", "reads the feature 'lieks', which does not exist; did you mean 'likes'?"),
    ("foreign", "reads the feature 'ctr', which does not exist; did you mean 'opens_per_look'?"),
    (
      "strange",
      "reads the feature 'embedding', which does not exist; `feedlab describe rankers formula` lists those that there are"
    ),
    ("nameless", "names no feature 2 of the 2 that it reads"),
    ("featureless", "names no feature that it reads"),
    ("listless", "names no feature that it reads"),
    ("greedy", "reads 4000000000 features, and there are 23"),
    ("unopened", "has no function 'open' in its table"),
    ("unscored", "has no function 'score' in its table"),
    ("unclosed", "has no function 'close' in its table"),
  ])
  func `a table that is not whole is refused`(kind: String, reason: String) {
    #expect(throws: RankerFailure("mine.so \(reason)")) { try ranker(kind) }
  }

  @Test func `a reason is one line of at most 300 characters, whatever a library writes`() {
    let text = "a\u{FFFD}::error::b" + String(repeating: "\u{FFFD}", count: 288) + "…"
    #expect(throws: RankerFailure("mine.so cannot be used: \(text)")) { try ranker("noisy") }
  }

  @Test func `a world that does not begin has the library's reason`() throws {
    let shut = try ranker("shut")
    #expect(
      throws: RankerFailure(
        "the ranker 'mine.so (right 1.0)' could not begin: there is no model for world 5")
    ) {
      try shut.open(world: 5)
    }
    let unknown = try ranker(nil, ["wieght": 1])
    #expect(
      throws: RankerFailure(
        "the ranker 'mine.so (right 1.0)' could not begin: there is no parameter 'wieght'")
    ) {
      try unknown.open(world: 0)
    }
  }

  @Test func `a page without scores has the library's reason`() throws {
    let failing = try ranker("failing")
    #expect(
      throws: RankerFailure("the ranker 'mine.so (right 1.0)' failed: member 0 has no vector")
    ) {
      try scores(failing)
    }
  }

  @Test func `a parameter is a finite number`() {
    #expect(throws: RankerFailure("the parameter 'weight' of mine.so is inf, not a finite number"))
    {
      try ranker(nil, ["weight": .infinity])
    }
  }
}
