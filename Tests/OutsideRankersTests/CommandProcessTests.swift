import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// The processes of rankers: which world they serve, when they end, and the events that they get.
@Suite struct CommandProcessTests: CommandSuite {
  // MARK: Processes

  @Test func `a process serves one world at a time, and the next one afterwards`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(Self.answering, in: folder)
    let one = try candidates(1, [.likes])
    var first: (any RankerLane)? = try ranker.open(world: 0)
    let second = try ranker.open(world: 1)
    let firstProcess = try scores(#require(first), one)
    let secondProcess = try scores(second, one)
    #expect(firstProcess != secondProcess)
    try expectEqual(scores(#require(first), one), firstProcess)
    first = nil
    let third = try ranker.open(world: 2)
    try expectEqual(scores(third, one), firstProcess)
  }

  @Test func `rankers share processes unless they differ in a parameter`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(Self.answering, in: folder)
    let one = try candidates(1, [.likes])
    func process(_ parameters: [String: Double], arguments: [String] = []) throws -> [Double] {
      let other = CommandRanker(
        .init(
          command: ["sh", "mine.sh"] + arguments, folder: folder.path, reads: [.likes],
          parameters: parameters, encoding: .json, limit: 10))
      return try scores(other.open(world: 0), one)
    }
    let first = try scores(ranker.open(world: 0), one)
    try expectEqual(process([:]), first)
    #expect(try process(["fade": 1]) != first)
    #expect(try process([:], arguments: ["fast"]) != first)
    withExtendedLifetime(ranker) {}
  }

  @Test func `the first lane, and the first in a used process, have a second process`()
    throws
  {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(Self.answering, in: folder)
    let one = try candidates(1, [.likes])
    for hasSecond in [true, true, false] {
      let lane = try ranker.open(world: 0)
      expectEqual(lane.second != nil, hasSecond)
      guard let second = lane.second else { continue }
      expectEqual(second.company, .fresh)
      let process = try scores(lane, one)
      let other = try scores(second.open(), one)
      #expect(other != process)
      // It has ended with its lane.
      expectEqual(kill(pid_t(other[0]), 0), -1)
      expectEqual(kill(pid_t(process[0]), 0), 0)
    }
  }

  @Test
  func `processes are in groups of their own and end with the last reference to their ranker`()
    throws
  {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    var ranker: CommandRanker? = try ranker(Self.answering, in: folder)
    var lane: (any RankerLane)? = try ranker?.open(world: 0)
    let process = try pid_t(scores(#require(lane), candidates(1, [.likes]))[0])
    expectEqual(getpgid(process), process)
    ranker = nil
    expectEqual(kill(process, 0), 0)
    lane = nil
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func `a process that ignores the end of its input and SIGTERM is ended`() throws {
    let process = try ChildProcess(
      ["sh", "-c", "trap '' TERM; echo ready; while true; do sleep 1; done"], in: "/")
    try awaitReady(process)
    process.end(grace: 0.05)
    expectEqual(process.awaitEnd(seconds: 0), .signal(SIGKILL))
  }

  @Test func `processes that ignore the end of their input get SIGTERM together`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    // The first one ends when the second one has got the signal.
    let first = try ChildProcess(
      ["sh", "-c", "trap '' TERM; echo ready; until [ -e signal ]; do sleep 0.01; done; exit 7"],
      in: folder.path)
    let second = try ChildProcess(
      ["sh", "-c", "trap '>signal; exit 8' TERM; echo ready; while true; do sleep 0.01; done"],
      in: folder.path)
    try awaitReady(first)
    try awaitReady(second)
    ChildProcess.end([first, second], grace: 1.5)
    expectEqual(first.awaitEnd(seconds: 0), .exit(7))
    expectEqual(second.awaitEnd(seconds: 0), .exit(8))
  }

  /// Waits until a process has written `ready`.
  private func awaitReady(_ process: ChildProcess) throws {
    var line = [UInt8](repeating: 0, count: 6)
    _ = unsafe try line.withUnsafeMutableBytes { bytes in
      unsafe try process.read(into: bytes, until: Deadline(seconds: 20))
    }
  }

  @Test func `a program that ends at once can end its processes at once`() async {
    // In a process of its own, since all processes of it end.
    await #expect(processExitsWith: .success) {
      let processes = try (0..<3).map { _ in
        try ChildProcess(["sh", "-c", "trap '' TERM; while true; do sleep 1; done"], in: "/")
      }
      RunningChildren.endAllNow()
      for process in processes {
        expectEqual(process.awaitEnd(seconds: 20), .signal(SIGKILL))
      }
    }
  }

  @Test func `a program that a signal ends takes its processes with it`() async throws {
    let ended = await #expect(
      processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]
    ) {
      RunningChildren.endAllWithSignals()
      let process = try ChildProcess(
        ["sh", "-c", "trap '' TERM; echo $$; while true; do sleep 1; done"], in: "/")
      var text = ""
      while !text.contains("\n") {
        var piece = [UInt8](repeating: 0, count: 100)
        let count = unsafe try piece.withUnsafeMutableBytes { bytes in
          unsafe try process.read(into: bytes, until: Deadline(seconds: 20))
        }
        text += String(decoding: piece[..<count], as: UTF8.self)
      }
      print("process \(text)")
      fflush(nil)
      // Threads of Swift leave signals to the first thread.
      kill(getpid(), SIGTERM)
      poll(nil, 0, 20_000)
      withExtendedLifetime(process) {}
    }
    let output = String(decoding: ended?.standardOutputContent ?? [], as: UTF8.self)
    let process = try #require(
      output.split(separator: "\n").last { $0.hasPrefix("process ") }.flatMap {
        pid_t($0.dropFirst("process ".count))
      })
    // Whoever inherits it may not have reaped it yet.
    while kill(process, 0) == 0 && Self.state(of: process) != "Z" { poll(nil, 0, 1) }
  }

  /// The letter that Linux has for what a process does.
  private static func state(of process: pid_t) -> Character? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return nil
    }
    return text.split(separator: ")").last?.first { !$0.isWhitespace }
  }

  @Test func `hashes of Python are those of each process`() throws {
    let process = try ChildProcess(["sh", "-c", "echo $PYTHONHASHSEED; sleep 20"], in: "/")
    var text = [UInt8](repeating: 0, count: 100)
    let count = unsafe try text.withUnsafeMutableBytes { bytes in
      unsafe try process.read(into: bytes, until: Deadline(seconds: 20))
    }
    let usual = ProcessInfo.processInfo.environment["PYTHONHASHSEED"]
    expectEqual(String(decoding: text[..<count], as: UTF8.self), "\(usual ?? "0")\n")
  }

  @Test func `variables of a workflow are not given to rankers`() {
    let kept = [
      "PATH": "/bin", "CI": "true", "CI_PROJECT_PATH": "us/feed", "GITHUB_ACTIONS": "true",
      "GITHUB_ACTION_PATH": "/a", "RANKER_TOKEN": "ours", "TOKEN_FILE": "t", "PYTHONHASHSEED": "5",
    ]
    let names = [
      "GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY",
      "GITHUB_TOKEN", "GITEA_TOKEN", "FORGEJO_ENV", "GH_TOKEN", "FEEDLAB_TOKEN", "GITLAB_TOKEN",
      "ACTIONS_RUNTIME_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_URL", "CI_JOB_TOKEN", "CI_JOB_JWT_V2",
      "CI_REGISTRY_PASSWORD", "CI_REPOSITORY_URL", "SYSTEM_ACCESSTOKEN",
    ]
    let left = Dictionary(uniqueKeysWithValues: names.map { ($0, "secret") })
    expectEqual(
      ChildProcess.settings(besides: kept.merging(left) { $1 }),
      kept.merging(["FEEDLAB_RANKER": "1"]) { $1 })
    expectEqual(
      ChildProcess.settings(besides: [:]), ["FEEDLAB_RANKER": "1", "PYTHONHASHSEED": "0"])
  }

  @Test func `writing to a process that has gone is a failure, and no signal`() throws {
    let process = try ChildProcess(["true"], in: "/")
    expectEqual(process.awaitEnd(seconds: 20), .exit(0))
    #expect(throws: ChildFault.closedInput) { try process.write([1], until: Deadline(seconds: 20)) }
  }

  // MARK: Events

  /// Answers with the number of events since `open`, and the process.
  private static let learning = #"""
    while read line; do case $line in
    *'"type":"hello"'*) echo '{"type":"hello","version":1,"stateless":false}';;
    *'"type":"open"'*) count=0;;
    *'"type":"events"'*) count=$((count + $(echo "$line" | grep -o '"kind"' | wc -l)));;
    *'"type":"score"'*)
      lane=${line#*'"lane":'}; sequence=${line#*'"sequence":'}
      echo "{\"type\":\"scores\",\"lane\":${lane%%,*},\"sequence\":${sequence%%,*},\"scores\":[$count,$$]}";;
    esac; done
    """#

  @Test func `a process gets the events of a lane before its next request`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    try folder.write(Self.learning, to: "mine.sh")
    let ranker = CommandRanker(
      .init(
        command: ["sh", "mine.sh"], folder: folder.path, reads: [.likes], encoding: .json,
        limit: 20, learns: true))
    #expect(ranker.learns)
    let two = try candidates(2, [.likes])
    let event = RankerEvent(time: 1, .join(MemberID(0), group: 0))
    var lane: (any RankerLane)? = try ranker.open(world: 0)
    try expectEqual(scores(#require(lane), two)[0], 0)
    try lane?.learn([event, event])
    try lane?.learn([event])
    try expectEqual(scores(#require(lane), two)[0], 3)
    // So many that they do not wait for the request.
    try lane?.learn([RankerEvent](repeating: event, count: 5000))
    let answer = try scores(#require(lane), two)
    expectEqual(answer[0], 5003)
    // What waits at the end is for nobody; the process serves the next lane.
    try lane?.learn([event])
    lane = nil
    lane = try ranker.open(world: 1)
    try expectEqual(scores(#require(lane), two), [0, answer[1]])
    // It may have failed by events that it got after its last answer.
    try lane?.learn([RankerEvent](repeating: event, count: 5000))
    lane = nil
    lane = try ranker.open(world: 2)
    let other = try scores(#require(lane), two)
    #expect(other[0] == 0 && other[1] != answer[1])
  }
}
