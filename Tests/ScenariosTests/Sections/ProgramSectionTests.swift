import DataFiles
import Foundation
import OutsideRankers
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Rankers outside of this program. No test starts one: a scenario is read without.
@Suite struct ProgramSectionTests {
  // MARK: - Faults

  @Test(arguments: [
    (
      "command",
      "3:15: arms.a.latest: needs a command; write "
        + "{ranker: command, command: [python3, mine.py], reads: [likes, age_hours]}"
    ),
    (
      "library",
      "3:15: arms.a.latest: needs a path; write {ranker: library, path: build/libmine.so}"
    ),
    (
      "{ranker: command, reads: [likes]}",
      "3:15: arms.a.latest.command: is missing; write "
        + "{ranker: command, command: [python3, mine.py], reads: [likes, age_hours]}"
    ),
    (
      "{ranker: command, command: [sh]}",
      "3:15: arms.a.latest.reads: is missing; it names the features that the ranker gets, such as likes"
    ),
    (
      "{ranker: command, command: sh mine.py, reads: [likes]}",
      "3:42: arms.a.latest.command: expected a list of words, such as [python3, mine.py], found 'sh mine.py'"
    ),
    (
      "{ranker: command, command: [], reads: [likes]}",
      "3:42: arms.a.latest.command: expected a list of words, such as [python3, mine.py], found an empty list"
    ),
    (
      "{ranker: command, command: [sh, {}], reads: [likes]}",
      "3:47: arms.a.latest.command: expected a word, found a map"
    ),
    (
      "{ranker: command, command: [no-such-program-of-anybody], reads: [likes]}",
      "3:43: arms.a.latest.command: 'no-such-program-of-anybody' is not on PATH; install it"
    ),
    (
      "{ranker: command, command: [./mine.py], reads: [likes]}",
      "3:43: arms.a.latest.command: ./mine.py: this file cannot be run; chmod +x makes it a program"
    ),
    (
      "{ranker: command, command: [./my], reads: [likes]}",
      "3:43: arms.a.latest.command: ./my: there is no such file"
    ),
    (
      "{ranker: command, command: [sh, mien.py], reads: [likes]}",
      "3:47: arms.a.latest.command: mien.py: there is no such file; did you mean 'mine.py'?"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: []}",
      "3:64: arms.a.latest.reads: expected a list of features, such as [likes, age_hours], found an empty list"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [], learns: false}",
      "3:64: arms.a.latest.reads: expected a list of features, such as [likes, age_hours], found an empty list"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], learns: yes}",
      "3:81: arms.a.latest.learns: there is no switch 'yes'; there are false and true"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [like]}",
      "3:65: arms.a.latest.reads: there is no feature 'like'; did you mean 'likes'?"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [age]}",
      "3:65: arms.a.latest.reads: there is no feature 'age'; did you mean 'age_hours'?"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes, likes]}",
      "3:72: arms.a.latest.reads: 'likes' is in the list already"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], parameters: [1]}",
      "3:85: arms.a.latest.parameters: expected a map of parameters, such as {fade: 24}, found a list"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], parameters: {2nd: 1}}",
      "3:86: arms.a.latest.parameters.2nd: expected a name of letters, digits and _ that begins with no digit,"
        + " found '2nd'"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], parameters: {fade: slow}}",
      "3:92: arms.a.latest.parameters.fade: expected a number from -1000000000000 to 1000000000000, found 'slow'"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], files: [modle.txt]}",
      "3:81: arms.a.latest.files: modle.txt: there is no such file; did you mean 'model.txt'?"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], files: [model.txt, model.txt]}",
      "3:92: arms.a.latest.files: 'model.txt' is in the list already"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], files: [/model.txt]}",
      "3:81: arms.a.latest.files: expected a path from the scenario's folder, found '/model.txt'"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], environment: [A=b]}",
      "3:87: arms.a.latest.environment: expected a name in the environment, such as MODEL, found 'A=b'"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], encoding: jsn}",
      "3:83: arms.a.latest.encoding: there is no encoding 'jsn'; did you mean 'json'?"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], timeout: 30}",
      "3:82: arms.a.latest.timeout: expected a duration from 0.1s to 1d, such as 90s, 5m, 12h or 7d, found 30"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], batch: 0}",
      "3:80: arms.a.latest.batch: expected a whole number from 1 to 4096, found 0"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], batch: 8, encoding: json}",
      "3:73: arms.a.latest.batch: a line of JSON has one request; leave 'batch' out, or 'encoding: json'"
    ),
    (
      "{ranker: command, command: [sh, mine.py], kind: order, batch: 8}",
      "3:70: arms.a.latest.batch: a program of the kind order gets one request at a time; leave 'batch' out"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], learns: true, batch: 8}",
      "3:87: arms.a.latest.batch: a program that learns gets one request at a time; leave 'batch' out"
    ),
    (
      "{ranker: command, command: [sh, mine.py], reads: [likes], path: mine.so}",
      "3:73: arms.a.latest.path: there is no parameter of command 'path'; there are pool, command, kind,"
        + " reads, parameters, learns, files, environment, encoding, batch and timeout"
    ),
    (
      "{ranker: command, command: [sh, mine.py], kind: odrer}",
      "3:63: arms.a.latest.kind: there is no kind 'odrer'; did you mean 'order'?"
    ),
    (
      "{ranker: command, command: [sh, mine.py], kind: serve, reads: [likes]}",
      "3:77: arms.a.latest.reads: a program of the kind serve gets no candidates, and so no columns of them; leave it"
        + " out"
    ),
    (
      "{ranker: diversity, of: {ranker: command, command: [sh, mine.py], kind: serve}}",
      "3:39: arms.a.latest.of: a program of the kind serve has pages of its own, which diversity cannot put into"
        + " another order"
    ),
    (
      "{ranker: command, command: [sh, mine.py], kind: serve}, app: {paging: offset}",
      "3:85: arms.a.app.paging: a program of the kind serve has a cursor of its own, so that its pages are known by no"
        + " offset; leave paging out"
    ),
    (
      "{ranker: library}",
      "3:15: arms.a.latest.path: is missing; write {ranker: library, path: build/libmine.so}"
    ),
    (
      "{ranker: library, path: libmine.so}",
      "3:39: arms.a.latest.path: libmine.so: there is no such file"
    ),
    (
      "{ranker: library, path: libmine.so, reads: [likes]}",
      "3:51: arms.a.latest.reads: there is no parameter of library 'reads'; there are pool, path and parameters"
    ),
  ])
  func `a ranker outside of this program with a fault`(ranker: String, message: String) throws {
    let faults = try RankerScenario.folder(ranker).faults(of: "t.yml")
    #expect(faults.contains("t.yml:" + message), "\(faults)")
  }

  @Test func `a file that is no library is refused where its path stands`() throws {
    let faults = try RankerScenario.folder("{ranker: library, path: model.txt}").faults(of: "t.yml")
    expectEqual(faults.count, 1)
    #expect(faults[0].hasPrefix("t.yml:3:39: arms.a.latest.path: model.txt cannot be loaded"))
  }

  @Test func `a file of a resolved scenario is not found where only its content is known`() throws {
    let town = try RankerScenario.load("{ranker: command, command: [sh, mine.py], reads: [likes]}")
    let message = #expect(throws: InvalidScenario.self) {
      try Scenario.parse(Array(town.resolved.utf8), file: "t.yml", isResolved: true)
    }
    expectEqual(
      message?.description.contains(
        "arms.a.latest.files: the recorded program is gone: no program that the scenario names has the file 'mine.py' with that content"
      ), true)
  }

  // MARK: - What is read

  @Test func `files are those that are named and words of the command that are files`() throws {
    let town = try RankerScenario.load(
      "{ranker: command, command: [sh, mine.py, -v], reads: [likes], files: [model.txt]}")
    let program = try #require(town.arms[0].programs.first)
    expectEqual(program.files.map(\.name), ["mine.py", "model.txt"])
    expectEqual(program.files[0].digest, SHA256.hexDigest(of: RankerScenario.script))
    #expect(program.name == "sh mine.py -v" && program.features == [.likes])
    expectEqual(town.dataFiles.map { $0.split(separator: "/").last }, ["mine.py", "model.txt"])
    expectEqual(town.contents.map(\.digest), program.files.map(\.digest))
  }

  @Test func `a script elsewhere is among the files, under its path, and stays where it is`() throws
  {
    let elsewhere = try TestFolder()
    try elsewhere.write(RankerScenario.script, to: "far.py")
    let path = "\(elsewhere.path)/far.py"
    let ranker = "{ranker: command, command: [sh, \(path)], reads: [likes]}"
    let town = try RankerScenario.load(ranker)
    let program = try #require(town.arms[0].programs.first)
    expectEqual(
      program.files, [RankerFile(name: path, digest: SHA256.hexDigest(of: RankerScenario.script))])
    #expect(town.contents.isEmpty)
    try elsewhere.write("print('other')\n", to: "far.py")
    #expect(try RankerScenario.load(ranker).digest != town.digest)
  }

  @Test func `FeedLab's module for Python is among the files where it is beside a script`() throws {
    let folder = try RankerScenario.folder(
      "{ranker: command, command: [sh, parts/mine.py], reads: [likes]}")
    try folder.write("from feedlab_ranker import ranker\n", to: "parts/mine.py")
    try folder.write("# module\n", to: "parts/feedlab_ranker.py")
    // What its text has as an example is no file of the ranker.
    try folder.write("# mine.py is a script, as your.py\n", to: "parts/feedlab_ranker.py")
    try folder.write("", to: "parts/your.py")
    let town = try Scenario.load(file: "\(folder.path)/t.yml")
    let program = try #require(town.arms[0].programs.first)
    expectEqual(program.files.map(\.name), ["parts/feedlab_ranker.py", "parts/mine.py"])
    expectEqual(
      program.files[0].digest, SHA256.hexDigest(of: "# mine.py is a script, as your.py\n"))
  }

  /// Files of a folder: `m.py` imports `features`, which imports the package `common`; `run` starts `m.py`, and `other.py`
  /// belongs to no ranker.
  @Test(arguments: [
    ("python3, m.py", ["common/__init__.py", "common/sums.py", "features.py", "m.py"]),
    (
      "python3, m.py, --model=w.txt",
      ["common/__init__.py", "common/sums.py", "features.py", "m.py", "w.txt"]
    ),
    ("python3, other.py, models", ["models/deep/b.txt", "models/w.txt", "other.py"]),
    ("python3, other.py, models/", ["models/deep/b.txt", "models/w.txt", "other.py"]),
    // The scenario's own folder has its results.
    ("python3, other.py, .", ["other.py"]),
    ("python3, pkg, w.txt", ["pkg/__main__.py", "w.txt"]),
    ("python3, -m, pkg, w.txt", ["pkg/__main__.py", "w.txt"]),
    ("./run", ["./run", "common/__init__.py", "common/sums.py", "features.py", "m.py"]),
    ("sh, -c, exec ./run", ["common/__init__.py", "common/sums.py", "features.py", "m.py", "run"]),
    ("sh, -c, exec python3 m.py", ["common/__init__.py", "common/sums.py", "features.py", "m.py"]),
    ("node, index.js", ["index.js", "lib/feat.js"]),
  ])
  func `code that code names, and folders, are among the files`(words: String, files: [String])
    throws
  {
    let folder = try RankerScenario.folder("{ranker: command, command: [\(words)], reads: [likes]}")
    for (name, text) in [
      ("m.py", "from features import W\n"), ("features.py", "import common.sums\n"),
      ("common/__init__.py", ""), ("common/sums.py", "\n"), ("common/.hidden.py", ""),
      ("common/__pycache__/sums.py", ""), ("other.py", "print()\n"), ("w.txt", "0.5\n"),
      ("models/w.txt", "1\n"), ("models/deep/b.txt", "2\n"), ("pkg/__main__.py", "print()\n"),
      ("run", "#!/bin/sh\nexec python3 m.py\n"), ("index.js", "require('./lib/feat');\n"),
      ("lib/feat.js", "1;\n"),
    ] {
      try folder.write(text, to: name)
    }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(folder.path)/run")
    let program = try #require(
      try Scenario.load(file: "\(folder.path)/t.yml").arms[0].programs.first)
    #expect(program.isIdentified)
    expectEqual(program.files.map(\.name), files)
  }

  @Test func `folders in 'files' are all files in them`() throws {
    let ranker = "{ranker: command, command: [serve, 'app:app'], reads: [likes], files: [parts]}"
    let folder = try RankerScenario.folder(ranker.replacing("serve,", with: "cat,"))
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/parts", withIntermediateDirectories: true)
    let empty = #expect(throws: InvalidScenario.self) {
      try Scenario.load(file: "\(folder.path)/t.yml")
    }
    expectEqual(
      empty?.description.hasSuffix(
        "arms.a.latest.files: \(folder.path)/parts: this folder has no file"), true)
    try folder.write("W = 0\n", to: "parts/app.py")
    let program = try #require(
      try Scenario.load(file: "\(folder.path)/t.yml").arms[0].programs.first)
    expectEqual(program.files.map(\.name), ["$PATH/cat", "parts/app.py"])
    #expect(program.isIdentified)
  }

  @Test func `a variable of the environment is among the files by its value`() throws {
    let ranker = "{ranker: command, command: [sh, mine.py], reads: [likes], environment: [NAME]}"
    let digests = try ["HOME", "FEEDLAB_NO_SUCH_VARIABLE"].map { name in
      let town = try RankerScenario.load(ranker.replacing("NAME", with: name))
      let program = try #require(town.arms[0].programs.first)
      expectEqual(program.files.map(\.name), ["$ENV/\(name)", "mine.py"])
      #expect(program.isIdentified && town.contents.count == 1)
      let again = try Scenario.parse(
        Array(town.resolved.utf8), file: "t.yml", contents: "/nowhere", isResolved: true)
      expectEqual(again.resolved, town.resolved)
      return program.files[0].digest
    }
    let home = ProcessInfo.processInfo.environment["HOME"].map { "=\($0)" } ?? "unset"
    expectEqual(digests, [home, "unset"].map { SHA256.hexDigest(of: $0) })
  }

  @Test func `every default is in the resolved scenario, with the digests of files`() throws {
    let town = try RankerScenario.load(
      "{ranker: command, command: [sh, mine.py], reads: [likes, age_hours]}")
    let digest = SHA256.hexDigest(of: RankerScenario.script)
    #expect(
      town.resolved.contains(
        #""latest":{"command":["sh","mine.py"],"encoding":"binary","files":["sha256:\#(digest) mine.py"],"#
          + #""parameters":{},"pool":1000,"ranker":"command","reads":["likes","age_hours"],"timeout":"30s"}"#
      ))
  }

  @Test(arguments: ["order", "serve"])
  func `an order needs no columns, and pages have none`(kind: String) throws {
    let town = try RankerScenario.load("{ranker: command, command: [sh, mine.py], kind: \(kind)}")
    expectEqual(town.arms[0].programs.map(\.kind.rawValue), [kind])
    #expect(
      town.arms[0].servesPages == (kind == "serve") && town.arms[0].programs[0].features == [])
    #expect(
      town.resolved.contains(#""kind":"\#(kind)","#) && town.resolved.contains(#""reads":[]"#))
    let score = try RankerScenario.load("{ranker: command, command: [sh, mine.py], reads: [likes]}")
    #expect(!score.resolved.contains(#""kind""#))
    #expect(town.arms[0].programs[0].digest != score.arms[0].programs[0].digest)
    let contents = try TestFolder()
    try contents.write(RankerScenario.script, to: SHA256.hexDigest(of: RankerScenario.script))
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    #expect(again.arms == town.arms && again.resolved == town.resolved)
  }

  @Test func `a ranker that learns may read no feature, and is another one than without`() throws {
    let town = try RankerScenario.load(
      "{ranker: command, command: [sh, mine.py], reads: [], learns: true}")
    let program = try #require(town.arms[0].programs.first)
    #expect(program.learns && program.features == [] && town.arms[0].usesEvents)
    #expect(town.resolved.contains(#""learns":"true""#))
    let fixed = try RankerScenario.load(
      "{ranker: command, command: [sh, mine.py], reads: [likes], learns: false}")
    let silent = try RankerScenario.load(
      "{ranker: command, command: [sh, mine.py], reads: [likes]}")
    let learning = try RankerScenario.load(
      "{ranker: command, command: [sh, mine.py], reads: [likes], learns: true}")
    #expect(fixed.digest == silent.digest && fixed.digest != learning.digest)
    let digests = [fixed, learning].map { $0.arms[0].programs[0].digest }
    #expect(digests[0] != digests[1])
  }

  @Test func `what a ranker learns from events can be frozen`() throws {
    let folder = try RankerScenario.folder(
      "{ranker: command, command: [sh, mine.py], reads: [], learns: true}, freeze: 5d")
    try expectEqual(Scenario.load(file: "\(folder.path)/t.yml").arms[0].learnsUntil, 432_000)
  }

  @Test(arguments: ["encoding: json, timeout: 2m, learns: true", "batch: 8"])
  func `a resolved scenario is read again with its files by their content`(keys: String) throws {
    let ranker = """
      {ranker: diversity, of: {ranker: command, command: [sh, mine.py], reads: [likes], files: [model.txt], \
      \(keys), parameters: {fade: {value: 24, tune: [1, 48]}, plain: 1}, pool: 50}}
      """
    let town = try RankerScenario.load(ranker)
    let contents = try TestFolder()
    for (text, digest) in [RankerScenario.script, "0.5\n"].map({ ($0, SHA256.hexDigest(of: $0)) }) {
      try contents.write(text, to: digest)
    }
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    #expect(again.resolved == town.resolved && again.arms == town.arms)
    expectEqual(again.tunables, town.tunables)
    expectEqual(again.contents.map(\.digest), town.contents.map(\.digest))
  }

  /// It starts a shell: that files stand where a command looks for them is seen by a command alone.
  @Test
  func `a command of a resolved scenario finds its files under their names, above its folder too`()
    throws
  {
    let folder = try TestFolder()
    try folder.write("cat data/model.txt >&2\nexit 3\n", to: "shared/mine.sh")
    try folder.write("0.25\n", to: "town/data/model.txt")
    try folder.write(
      """
      feedlab: 1
      arms:
        a:
          latest: {ranker: command, command: [sh, ../shared/mine.sh], reads: [likes], files: [data/model.txt]}
      """, to: "town/t.yml")
    let town = try Scenario.load(file: "\(folder.path)/town/t.yml")
    let contents = try TestFolder()
    for (location, digest) in town.contents {
      try contents.write(try FileContent.bytes(of: location), to: digest)
    }
    // Nobody else can read it, nor its copy.
    let secret = "\(contents.path)/\(SHA256.hexDigest(of: "cat data/model.txt >&2\nexit 3\n"))"
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    for scenario in [town, again, again] {
      let failure = #expect(throws: RankerFailure.self) {
        try scenario.arms[0].programs[0].open(world: 0)
      }
      expectEqual(failure?.message.contains("0.25"), true, "\(failure?.message ?? "")")
    }
    let copies = try FileManager.default.subpathsOfDirectory(atPath: contents.path)
    for (name, permissions) in [("shared/mine.sh", 0o700), ("data/model.txt", 0o755)] {
      let copy = try #require(copies.first { $0.hasSuffix(name) })
      let attributes = try FileManager.default.attributesOfItem(
        atPath: "\(contents.path)/\(copy)")
      expectEqual(attributes[.posixPermissions] as? Int, permissions, "\(name)")
    }
  }

  @Test func `a recorded arm has its files from a scenario that has the same`() throws {
    let ranker = "{ranker: command, command: [sh, mine.py], reads: [likes]}"
    let town = try RankerScenario.load(ranker)
    let definition = Scenario.definition(of: town.arms[0])
    try expectEqual(town.arm("a", definition: definition), town.arms[0])
    let other = try RankerScenario.load(
      "{ranker: command, command: [sh, model.txt], reads: [likes]}")
    #expect(throws: InvalidScenario.self) { try other.arm("a", definition: definition) }
  }

  private static let remedy = "; add an arm with it to the scenario"
  /// A recorded ranker, the ranker that the scenario names, and the message of the refusal.
  private static let recorded: [(ranker: String, named: String, message: String)] = [
    (
      "{ranker: command, command: [sh, -c, exit], reads: [likes]}", "recency",
      "starts only programs that a scenario names, and none names 'sh -c exit' with these files"
    ),
    (
      "{ranker: command, command: [sh, -c, exit], reads: [likes]}",
      "{ranker: command, command: [sh, -c, pwd], reads: [likes]}",
      "starts only programs that a scenario names, and none names 'sh -c exit' with these files"
    ),
    // The files are the same, and the words are not.
    (
      "{ranker: command, command: [sh, model.txt], reads: [likes]}",
      "{ranker: command, command: [bash, model.txt], reads: [likes]}",
      "starts only programs that a scenario names, and none names 'sh model.txt' with these files"
    ),
    (
      "{ranker: url, url: 'http://a/', reads: [likes], headers-from-env: {Authorization: SECRET}}",
      "{ranker: url, url: 'http://a/', reads: [likes]}",
      "asks only services that a scenario names, and none names 'http://a/' with the same url, dialect, start, files and headers-from-env"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, -c, '{port}'], reads: [likes]}",
      "{ranker: url, url: 'http://127.0.0.1:80/', reads: [likes]}",
      "asks only services that a scenario names, and none names 'sh -c {port}' with the same url, dialect, start, files and headers-from-env"
    ),
    // It is a file of the scenario, but no library of it.
    (
      "{ranker: library, path: model.txt}",
      "{ranker: command, command: [sh, -c, exit], files: [model.txt], reads: [likes]}",
      "loads only libraries that a scenario names, and none names 'LIBRARY' with this content"
    ),
  ]

  @Test(arguments: recorded)
  func `results and baselines name no code of their own`(
    ranker: String, named: String, message: String
  ) throws {
    let folder = try RankerScenario.folder(ranker)
    let town = try Scenario.load(file: "\(folder.path)/t.yml", tapes: nil, loadsLibraries: false)
    let others = try RankerScenario.folder(named)
    let other = try Scenario.load(file: "\(others.path)/t.yml")
    let definition = Scenario.definition(of: town.arms[0])
    let refusal = #expect(throws: InvalidScenario.self) {
      try other.arm("a", definition: definition)
    }
    // A recorded library has only its digest.
    let library = "sha256:\(SHA256.hexDigest(of: "0.5\n"))"
    let text =
      "the recorded arm:1:24: arms.arm.latest: FeedLab \(message)\(Self.remedy)"
      .replacing("LIBRARY", with: library)
    expectEqual(
      refusal?.description.replacing(/:\d+:\d+:/, with: ":1:24:"), text)
    // Its own scenario names it, with other parameters too.
    try expectEqual(town.arm("a", definition: definition), town.arms[0])
  }

  @Test func `a library that is not loaded is identified by its file, and serves no page`() throws {
    let folder = try RankerScenario.folder("{ranker: library, path: model.txt, parameters: {a: 1}}")
    let town = try Scenario.load(file: "\(folder.path)/t.yml", tapes: nil, loadsLibraries: false)
    let program = try #require(town.arms[0].programs.first)
    expectEqual(program.unloadedLibrary, "model.txt")
    #expect(
      town.resolved.contains("\"path\":\"sha256:\(SHA256.hexDigest(of: "0.5\n"))\""))
    let failure = #expect(throws: RankerFailure.self) { try program.open(world: 0) }
    expectEqual(failure?.message, "the library model.txt was not loaded")
  }

  @Test func `a run depends on files and parameters, and not on how messages are sent`() throws {
    func dependencies(_ rest: String) throws -> JSONValue {
      let town = try RankerScenario.load(
        "{ranker: command, command: [sh, mine.py], reads: [likes]\(rest)}")
      return town.dependencies(of: town.arms[0])
    }
    let plain = try dependencies("")
    try expectEqual(dependencies(", timeout: 2s, encoding: json"), plain)
    try expectEqual(dependencies(", batch: 8"), plain)
    for rest in [", parameters: {fade: 1}", ", files: [model.txt]", ", pool: 40", ", kind: order"] {
      #expect(try dependencies(rest) != plain, "\(rest)")
    }
  }

  @Test func `parameters are tuned as weights are`() throws {
    let town = try RankerScenario.load(
      """
      {ranker: command, command: [sh, mine.py], reads: [likes], \
      parameters: {fade: {value: 24, tune: {range: [1, 48], scale: log}}, plain: 1}}
      """)
    let parameter = try #require(town.tunables.first)
    #expect(town.tunables.count == 1 && parameter.key == "a.latest.parameters.fade")
    #expect(parameter.value == 24 && parameter.isNamed("fade") && !parameter.isWeight)
    expectEqual(parameter.range, .interval(low: 1, high: 48, scale: .log, isWhole: false))
    let arm = town.arms[0].setting([(parameter, 2)], name: "trial")
    expectEqual(arm.programs.map(\.parameters), [["fade": 2, "plain": 1]])
    #expect(arm.programs[0].digest != town.arms[0].programs[0].digest)
    expectEqual(town.tunedSpans["a.latest.parameters.fade"]?.text, "24")
  }

  @Test func `a program on PATH is among the files, and does not identify a ranker`() throws {
    let path = try #require(SearchPath.program("cat"))
    let digest = SHA256.hexDigest(of: try FileContent.bytes(of: path))
    let town = try RankerScenario.load("{ranker: command, command: [cat], reads: [likes]}")
    let program = try #require(town.arms[0].programs.first)
    #expect(program.files == [RankerFile(onPath: "cat", digest: digest)] && !program.isIdentified)
    #expect(town.contents.isEmpty && town.dataFiles.isEmpty)
    #expect(town.resolved.contains(#""files":["sha256:\#(digest) $PATH/cat"]"#))
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t.yml", contents: "/nowhere", isResolved: true)
    #expect(again.resolved == town.resolved && again.arms == town.arms)
    // Elsewhere it is under its path, unless it is an interpreter.
    let absolute = try RankerScenario.load("{ranker: command, command: [\(path)], reads: [likes]}")
    expectEqual(absolute.arms[0].programs[0].files, [RankerFile(name: path, digest: digest)])
    let shell = try #require(SearchPath.program("sh"))
    try expectEqual(
      RankerScenario.load("{ranker: command, command: [\(shell), mine.py], reads: [likes]}")
        .arms[0].programs[
          0
        ]
        .files.map(\.name), ["mine.py"])
  }

  @Test func `an interpreter without a file is not identified`() throws {
    for (keys, gap) in [
      ("command: [sh, -s], reads: [likes]", .files),
      ("command: [sh, -s], reads: [likes], files: [model.txt]", nil),
      ("command: [sh, mine.py], reads: [likes]", nil),
      ("command: [sh, -c, exit], reads: [likes]", nil),
    ] as [(String, IdentityGap?)] {
      let arm = try RankerScenario.load("{ranker: command, \(keys)}").arms[0]
      expectEqual(arm.unidentifiedRanker, gap.map { UnidentifiedRanker(name: "sh -s", gap: $0) })
    }
  }
}
