import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Rankers in other processes: what happens between two processes cannot be looked at without them.
@Suite struct CommandRankerTests {
  /// What a script begins with that answers `hello` and reads `open` and the first request.
  private static let greeting = """
    read line; echo '{"type":"hello","version":1}'; read line; read line

    """

  /// Answers each request by the number of the process, for each candidate once.
  private static let answering = #"""
    while read line; do case $line in
    *'"type":"hello"'*) echo '{"type":"hello","version":1}';;
    *'"type":"score"'*)
      lane=${line#*'"lane":'}; sequence=${line#*'"sequence":'}
      echo "{\"type\":\"scores\",\"lane\":${lane%%,*},\"sequence\":${sequence%%,*},\"scores\":[$$]}";;
    esac; done
    """#

  private func ranker(
    _ script: String, in folder: TestFolder, reads: [RankerFeature] = [.likes],
    encoding: RankerEncoding = .json, limit: Double = 20
  ) throws -> CommandRanker {
    try folder.write(script, to: "mine.sh")
    return CommandRanker(
      .init(
        command: ["sh", "mine.sh"], folder: folder.path, reads: reads, encoding: encoding,
        limit: limit))
  }

  /// The failure of the first request to a script.
  private func failure(
    _ script: String, count: Int = 2, reads: [RankerFeature] = [.likes],
    encoding: RankerEncoding = .json, limit: Double = 20
  ) throws -> String {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let ranker = try ranker(script, in: folder, reads: reads, encoding: encoding, limit: limit)
    do {
      let lane = try ranker.open(world: 0)
      return "\(try scores(lane, candidates(count, FeatureSet(reads))))"
    } catch let failure as RankerFailure {
      return failure.message
    }
  }

  // MARK: Failures

  @Test func `a program that is not there is not started`() throws {
    for program in ["feedlab-no-such-program", "./mine"] {
      let ranker = CommandRanker(.init(command: [program, "a b"], folder: "/", reads: []))
      let failure = #expect(throws: RankerFailure.self) { _ = try ranker.open(world: 0) }
      #expect(
        failure?.message
          == "the ranker '\(program) a b' cannot be started: No such file or directory")
    }
  }

  @Test(arguments: [
    (
      "#!/no/such/interp\n",
      "the first line of the script names the interpreter '/no/such/interp', which is not there"
    ),
    (
      "#! feedlab-none -u\n",
      "the first line of the script names the interpreter 'feedlab-none', which is not there"
    ),
    (
      "#!/bin/sh\r\nexit\r\n",
      "the first line of the script ends with a carriage return, which the system takes for a part of '/bin/sh'; save the file with line feeds alone"
    ),
  ])
  func `a script without its interpreter is not started, and the interpreter is named`(
    script: String, expected: String
  ) throws {
    let folder = try TestFolder()
    try folder.write(script, to: "mine")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/mine")
    let ranker = CommandRanker(.init(command: ["./mine"], folder: folder.path, reads: []))
    let failure = #expect(throws: RankerFailure.self) { _ = try ranker.open(world: 0) }
    #expect(failure?.message == "the ranker './mine' cannot be started: \(expected)")
  }

  @Test(arguments: [
    ("exit 3", "ended with exit code 3 before it answered; its standard error is empty"),
    ("exit 0", "ended with exit code 0 before it answered; its standard error is empty"),
    (
      "echo one >&2; echo; echo ' two' >&2; exit 1",
      "ended with exit code 1 before it answered; its standard error ends with: one |  two"
    ),
    (
      "echo one >&2; echo ' two' >&2; exit 1",
      "ended with exit code 1 before it answered; its standard error ends with: one |  two"
    ),
    (
      "sleep 20 & exit 3",
      "ended with exit code 3 before it answered; its standard error is empty"
    ),
    (
      "kill -9 $$",
      "was ended by signal 9 (SIGKILL, as when memory runs out) before it answered; its standard error is empty"
    ),
    (
      "exec >&-; sleep 20",
      "closed its standard output before it answered; its standard error is empty"
    ),
    (
      "echo '12% of the model is loaded'; read line",
      "wrote '12% of the model is loaded' to standard output, which is for messages to FeedLab; print to standard error instead"
    ),
    (
      #"echo '{"type":"scores","lane":1,"sequence":2,"scores":[1,2,3]}'"#,
      "gave 3 scores for 2 posts; it has to give one for each"
    ),
    (
      #"echo '{"type":"scores","lane":1,"sequence":2,"scores":[1,NaN]}'"#,
      "wrote a message that is no JSON: expected a value at character 52; NaN and infinity are no JSON"
    ),
    (
      #"echo '{"type":"error","message":"KeyError: likes (mine.py, line 7, in score)"}'"#,
      "failed: KeyError: likes (mine.py, line 7, in score)"
    ),
  ])
  func `a process that does not answer a request fails it by name`(
    script: String, expected: String
  ) throws {
    let message = try failure(Self.greeting + script)
    #expect(message == "the ranker 'sh mine.sh' \(expected)")
  }

  @Test(arguments: [
    (
      "exit 0",
      "ended with exit code 0 before it answered; a ranker answers 'hello' and goes on until its input ends; its standard error is empty"
    ),
    ("exit 1", "ended with exit code 1 before it answered; its standard error is empty"),
    (
      #"exec <&-; echo '{"type":"hello","version":1}'; sleep 20"#,
      "closed its standard input before it answered; its standard error is empty"
    ),
    (
      #"echo '{"type":"hello","version":2}'"#,
      "speaks version 2 of the protocol; this FeedLab speaks version 1"
    ),
    (
      #"echo '{"type":"hello","version":1,"reads":["likes","saves"]}'"#,
      "reads 'saves', which is not among the 'reads' of the scenario; add it there"
    ),
    (
      #"echo '{"type":"hello","version":1,"reads":["lieks"]}'"#,
      "reads 'lieks', which is no feature; 'feedlab describe rankers command' lists them"
    ),
    (
      #"printf '\001\000\001\000\000\000\000\000'"#,
      "answers in binary frames; say 'encoding: binary' in the scenario"
    ),
  ])
  func `a process with another idea of the conversation fails it`(
    script: String, expected: String
  ) throws {
    let message = try failure("read line; \(script)")
    #expect(message == "the ranker 'sh mine.sh' \(expected)")
  }

  @Test func `a binary frame that claims a gigantic length fails at once`() throws {
    let header =
      #"\001\000\001\000\000\000\000\000\000\000\000\000\000\000\000\000\377\377\377\377\000\000\000\000"#
    #expect(
      try failure("printf '\(header)'; sleep 20", encoding: .binary)
        == "the ranker 'sh mine.sh' began a message of 4,294,967,295 bytes; a text has at most 1,048,576"
    )
  }

  @Test func `a process that does not answer in time fails by the name of the key`() throws {
    #expect(
      try failure("echo 'a moment' >&2; sleep 20", limit: 0.75)
        == "the ranker 'sh mine.sh' did not answer within 0.75 s, its 'timeout' in the scenario; its standard error ends with: a moment"
    )
  }

  @Test func `an answer that nobody needs any more is awaited no longer`() throws {
    let folder = try TestFolder()
    let ranker = try ranker(Self.greeting + "sleep 20", in: folder)
    let lane = try ranker.open(world: 0)
    let failure = RankerWait.$current.withValue(RankerWait { true }) {
      #expect(throws: RankerFailure.self) { _ = try scores(lane, candidates(2, [.likes])) }
    }
    #expect(failure?.message == "the ranker 'sh mine.sh' was interrupted before it answered")
  }

  @Test func `a process that does not read a large request fails in time, too`() throws {
    let script = #"read line; echo '{"type":"hello","version":1}'; sleep 20"#
    #expect(
      try failure(
        script, count: 9000, reads: [.likes, .ageHours, .affinity, .views, .saves], limit: 0.25)
        == "the ranker 'sh mine.sh' did not answer within 0.25 s, its 'timeout' in the scenario; its standard error is empty"
    )
  }

  @Test
  func
    `the end of standard error is 2,000 characters, and a process that writes more is not kept waiting`()
    throws
  {
    let message = try failure(
      Self.greeting + "yes 'words and words' 2>&1 >&2 | head -n 20000 >&2; echo the end >&2; exit 1"
    )
    #expect(message.hasSuffix("words and words | the end") && message.count < 2200)
    #expect(message.contains("its standard error ends with: …"))
  }

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
    #expect(try scores(#require(first), one) == firstProcess)
    first = nil
    let third = try ranker.open(world: 2)
    #expect(try scores(third, one) == firstProcess)
  }

  @Test func `rankers that differ in their parameters alone share processes`() throws {
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
    #expect(try process(["fade": 1]) == first)
    #expect(try process(["fade": 2]) == first)
    #expect(try process(["fade": 2], arguments: ["fast"]) != first)
    withExtendedLifetime(ranker) {}
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
    #expect(getpgid(process) == process)
    ranker = nil
    #expect(kill(process, 0) == 0)
    lane = nil
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func `a process that ignores the end of its input and SIGTERM is ended`() throws {
    let process = try ChildProcess(
      ["sh", "-c", "trap '' TERM; echo ready; while true; do sleep 1; done"], in: "/")
    try awaitReady(process)
    process.end(grace: 0.05)
    #expect(process.awaitEnd(seconds: 0) == .signal(SIGKILL))
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
    #expect(first.awaitEnd(seconds: 0) == .exit(7))
    #expect(second.awaitEnd(seconds: 0) == .exit(8))
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
        #expect(process.awaitEnd(seconds: 20) == .signal(SIGKILL))
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
    #expect(String(decoding: text[..<count], as: UTF8.self) == "\(usual ?? "0")\n")
  }

  @Test func `writing to a process that has gone is a failure, and no signal`() throws {
    let process = try ChildProcess(["true"], in: "/")
    #expect(process.awaitEnd(seconds: 20) == .exit(0))
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
    #expect(try scores(#require(lane), two)[0] == 0)
    try lane?.learn([event, event])
    try lane?.learn([event])
    #expect(try scores(#require(lane), two)[0] == 3)
    // So many that they do not wait for the request.
    try lane?.learn([RankerEvent](repeating: event, count: 5000))
    let answer = try scores(#require(lane), two)
    #expect(answer[0] == 5003)
    // What waits at the end is for nobody; the process serves the next lane.
    try lane?.learn([event])
    lane = nil
    lane = try ranker.open(world: 1)
    #expect(try scores(#require(lane), two) == [0, answer[1]])
    // It may have failed by events that it got after its last answer.
    try lane?.learn([RankerEvent](repeating: event, count: 5000))
    lane = nil
    lane = try ranker.open(world: 2)
    let other = try scores(#require(lane), two)
    #expect(other[0] == 0 && other[1] != answer[1])
  }

  // MARK: Folders and files

  @Test
  func `a program with a slash starts from its folder, which may start at the working folder`()
    throws
  {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
    // So deep that the way to it leads elsewhere from there.
    let absolute = folder.path + String(repeating: "/deep", count: depth + 1)
    let relative = String(repeating: "../", count: depth) + absolute.dropFirst()
    try FileManager.default.createDirectory(atPath: absolute, withIntermediateDirectories: true)
    let script = "\(absolute)/mine.sh"
    try Data("#!/bin/sh\n\(Self.answering)".utf8).write(to: URL(filePath: script))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    for place in [absolute, relative] {
      let ranker = CommandRanker(
        .init(command: ["./mine.sh"], folder: place, reads: [.likes], encoding: .json, limit: 20))
      #expect(try scores(ranker.open(world: 0), candidates(1, [.likes])).count == 1)
    }
  }

  @Test func `a file that changes before a process starts is refused`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    try folder.write("one", to: "model.txt")
    try folder.write(Self.answering, to: "mine.sh")
    let absolute = "\(folder.path)/model.txt"
    for name in ["model.txt", absolute] {
      try folder.write("one", to: "model.txt")
      let ranker = CommandRanker(
        .init(
          command: ["sh", "mine.sh"], folder: folder.path,
          files: [RankerFile(name: name, digest: SHA256.hexDigest(of: "one"))], reads: [.likes],
          encoding: .json, limit: 20))
      let lane = try ranker.open(world: 0)
      try folder.write("two", to: "model.txt")
      let failure = #expect(throws: RankerFailure.self) { _ = try ranker.open(world: 1) }
      #expect(
        failure?.message
          == "the ranker 'sh mine.sh' cannot be used: '\(name.excerpt)' has changed since the scenario was read; run the command again"
      )
      // The process that was there before has the file as it was.
      #expect(try scores(lane, candidates(1, [.likes])).count == 1)
    }
  }

  @Test func `a file above a folder with a slash at its end is the one that was read`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    try folder.write("one", to: "model.txt")
    try folder.write(Self.answering, to: "deep/mine.sh")
    let ranker = CommandRanker(
      .init(
        command: ["sh", "mine.sh"], folder: "\(folder.path)/deep/",
        files: [RankerFile(name: "../model.txt", digest: SHA256.hexDigest(of: "one"))],
        reads: [.likes], encoding: .json, limit: 20))
    #expect(try scores(ranker.open(world: 0), candidates(1, [.likes])).count == 1)
  }

  @Test func `a file that is gone or does not work any more has changed`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    let digest = SHA256.hexDigest(of: Self.answering)
    func message(_ command: [String]) -> String? {
      let ranker = CommandRanker(
        .init(
          command: command, folder: folder.path,
          files: [RankerFile(name: "mine.sh", digest: digest)], reads: [.likes], encoding: .json,
          limit: 20))
      return #expect(throws: RankerFailure.self) { _ = try ranker.open(world: 0) }?.message
    }
    let reason =
      "cannot be used: 'mine.sh' has changed since the scenario was read; run the command again"
    #expect(message(["./mine.sh"]) == "the ranker './mine.sh' \(reason)")
    try folder.write("exit 3", to: "mine.sh")
    #expect(message(["sh", "mine.sh"]) == "the ranker 'sh mine.sh' \(reason)")
  }

  // MARK: Digests

  @Test func `the digest depends on the command, the files, the features and the parameters`() {
    let settings = CommandRanker.Settings(
      command: ["python3", "mine.py"], folder: "/somewhere",
      files: [RankerFile(name: "mine.py", digest: "ab")], reads: [.likes], parameters: ["fade": 24])
    let digest = CommandRanker(settings).digest
    #expect(
      digest
        == SHA256.hexDigest(
          of: #"{"command":["python3","mine.py"],"files":[["mine.py","ab"]],"kind":"command","#
            + #""parameters":{"fade":24},"protocol":1,"reads":["likes"]}"#))
    let changes: [(inout CommandRanker.Settings) -> Void] = [
      { $0.command.append("--fast") }, { $0.files[0] = RankerFile(name: "mine.py", digest: "ac") },
      { $0.reads.append(.saves) }, { $0.parameters["fade"] = 25 }, { $0.learns = true },
    ]
    for change in changes {
      var changed = settings
      change(&changed)
      #expect(CommandRanker(changed).digest != digest)
    }
    var moved = settings
    (moved.folder, moved.encoding, moved.limit) = ("/elsewhere", .json, 1)
    #expect(CommandRanker(moved).digest == digest)
  }

  @Test func `each world has a seed of its own, which every language has exactly`() {
    let seeds = (0..<100).map { CommandRanker.seed(of: $0) }
    #expect(Set(seeds).count == 100 && seeds.allSatisfy { $0 < 1 << 52 })
    #expect(seeds[3] == UInt64(SHA256.hexDigest(of: "ranker 3").prefix(13), radix: 16))
  }
}
