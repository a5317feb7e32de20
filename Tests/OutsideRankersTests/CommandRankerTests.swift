import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Rankers in other processes: how they fail, and what identifies them.
@Suite struct CommandRankerTests: CommandSuite {
  // MARK: Failures

  @Test func `a program that is not there is not started`() throws {
    for program in ["feedlab-no-such-program", "./mine"] {
      let ranker = CommandRanker(.init(command: [program, "a b"], folder: "/", reads: []))
      let failure = #expect(throws: RankerFailure.self) { _ = try ranker.open(world: 0) }
      expectEqual(
        failure?.message, "the ranker '\(program) a b' cannot be started: No such file or directory"
      )
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
      "the first line of the script ends with a carriage return, which the system takes for a part of '/bin/sh'; save the file with line feeds only"
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
    expectEqual(failure?.message, "the ranker './mine' cannot be started: \(expected)")
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
    expectEqual(message, "the ranker 'sh mine.sh' \(expected)")
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
    expectEqual(message, "the ranker 'sh mine.sh' \(expected)")
  }

  @Test func `a binary frame that claims a gigantic length fails at once`() throws {
    let header =
      #"\001\000\001\000\000\000\000\000\000\000\000\000\000\000\000\000\377\377\377\377\000\000\000\000"#
    try expectEqual(
      failure("printf '\(header)'; sleep 20", encoding: .binary),
      "the ranker 'sh mine.sh' began a message of 4,294,967,295 bytes; a text has at most 1,048,576"
    )
  }

  @Test func `a process that does not answer in time fails by the name of the key`() throws {
    try expectEqual(
      failure("echo 'a moment' >&2; sleep 20", limit: 0.75),
      "the ranker 'sh mine.sh' did not answer within 0.75 s, its 'timeout' in the scenario; its standard error ends with: a moment"
    )
  }

  @Test func `an answer that nobody needs any more is awaited no longer`() throws {
    let folder = try TestFolder()
    let ranker = try ranker(Self.greeting + "sleep 20", in: folder)
    let lane = try ranker.open(world: 0)
    let failure = RankerWait.$current.withValue(RankerWait { true }) {
      #expect(throws: RankerFailure.self) { _ = try scores(lane, candidates(2, [.likes])) }
    }
    expectEqual(failure?.message, "the ranker 'sh mine.sh' was interrupted before it answered")
  }

  @Test func `a process that does not read a large request fails in time, too`() throws {
    let script = #"read line; echo '{"type":"hello","version":1}'; sleep 20"#
    try expectEqual(
      failure(
        script, count: 9000, reads: [.likes, .ageHours, .affinity, .views, .saves], limit: 0.25),
      "the ranker 'sh mine.sh' did not answer within 0.25 s, its 'timeout' in the scenario; its standard error is empty"
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
      try expectEqual(scores(ranker.open(world: 0), candidates(1, [.likes])).count, 1)
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
      expectEqual(
        failure?.message,
        "the ranker 'sh mine.sh' cannot be used: '\(name.excerpt)' has changed since the scenario was read; run the command again"
      )
      // The process that was there before has the file as it was.
      try expectEqual(scores(lane, candidates(1, [.likes])).count, 1)
    }
  }

  /// It starts a shell: only its answer has what a program has loaded.
  @Test func `code that is none of its files ends the identity of a ranker`() throws {
    let folder = try TestFolder()
    defer { withExtendedLifetime(folder) {} }
    // A file is known by its content, wherever it is.
    let known = SHA256.hexDigest(of: "W = 1")
    try folder.write("W = 1", to: "own.py")
    for (module, gap) in [(known, nil), ("cd", .module("../lib/x.py"))] as [(String, IdentityGap?)]
    {
      let script = Self.answering.replacing(
        #""version":1}"#, with: #""version":1,"modules":[["../lib/x.py","\#(module)"]]}"#)
      try folder.write(script, to: "mine.sh")
      let files = [("mine.sh", SHA256.hexDigest(of: script)), ("own.py", known)]
      let ranker = CommandRanker(
        .init(
          command: ["sh", "mine.sh"], folder: folder.path,
          files: files.map { RankerFile(name: $0.0, digest: $0.1) }, reads: [.likes],
          encoding: .json, limit: 20))
      // Before a process has started, the words are all that is known.
      expectEqual(ranker.identityGap, nil)
      _ = try ranker.open(world: 0)
      expectEqual(ranker.identityGap, gap)
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
    try expectEqual(scores(ranker.open(world: 0), candidates(1, [.likes])).count, 1)
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
    expectEqual(message(["./mine.sh"]), "the ranker './mine.sh' \(reason)")
    try folder.write("exit 3", to: "mine.sh")
    expectEqual(message(["sh", "mine.sh"]), "the ranker 'sh mine.sh' \(reason)")
  }

  // MARK: Digests

  @Test func `the digest depends on the command, the files, the features and the parameters`() {
    let settings = CommandRanker.Settings(
      command: ["python3", "mine.py"], folder: "/somewhere",
      files: [RankerFile(name: "mine.py", digest: "ab")], reads: [.likes], parameters: ["fade": 24])
    let digest = CommandRanker(settings).digest
    expectEqual(
      digest,
      SHA256.hexDigest(
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
    expectEqual(CommandRanker(moved).digest, digest)
  }
}
