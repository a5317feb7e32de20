import DataFiles
import OutsideRankers
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Rankers outside of this program. No test starts one: a scenario is read without.
@Suite struct ProgramSectionTests {
  private let script = "print('hello')\n"

  /// A folder with two files of a ranker and a scenario whose line 3 is `a: {latest: RANKER}`.
  private func folder(_ ranker: String) throws -> TestFolder {
    let folder = try TestFolder()
    try folder.write(script, to: "mine.py")
    try folder.write("0.5\n", to: "model.txt")
    try folder.write("feedlab: 1\narms:\n  a: {latest: \(ranker)}\n", to: "t.yml")
    return folder
  }

  private func load(_ ranker: String) throws -> Scenario {
    let folder = try folder(ranker)
    return try Scenario.load(file: "\(folder.path)/t.yml")
  }

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
      "3:43: arms.a.latest.command: there is no program 'no-such-program-of-anybody' on PATH; install it"
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
        + " reads, parameters, learns, files, encoding, batch and timeout"
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
    let faults = try folder(ranker).faults(of: "t.yml")
    #expect(faults.contains("t.yml:" + message), "\(faults)")
  }

  private static let urls: [(String, String)] = [
    (
      "url",
      "3:15: arms.a.latest: needs a url; write {ranker: url, url: \"http://127.0.0.1:8000/rank\","
        + " reads: [likes, age_hours]}"
    ),
    (
      "{ranker: url, reads: [likes]}",
      "3:15: arms.a.latest.url: is missing; write {ranker: url, url: \"http://127.0.0.1:8000/rank\","
        + " reads: [likes, age_hours]}"
    ),
    (
      "{ranker: url, url: 127.0.0.1, reads: [likes]}",
      "3:34: arms.a.latest.url: expected the url of a service, such as http://127.0.0.1:8000/rank, found '127.0.0.1'"
    ),
    (
      "{ranker: url, url: 'https://a/rank', reads: [likes]}",
      "3:34: arms.a.latest.url: FeedLab asks over http:// alone; start a local proxy that has the encryption, such as"
        + " 'socat TCP-LISTEN:8000,fork,bind=127.0.0.1 OPENSSL:HOST:443', and write its url"
    ),
    (
      "{ranker: url, url: 'http://me:secret@a/rank', reads: [likes]}",
      "3:34: arms.a.latest.url: results and messages repeat a url, so that it has no user, no password and no query;"
        + " 'headers-from-env' sends what is secret"
    ),
    (
      "{ranker: url, url: 'me:secret@a:8000', reads: [likes]}",
      "3:34: arms.a.latest.url: results and messages repeat a url, so that it has no user, no password and no query;"
        + " 'headers-from-env' sends what is secret"
    ),
    (
      "{ranker: url, url: 'http://a/rank'}",
      "3:15: arms.a.latest.reads: is missing; it names the features that the ranker gets, such as likes"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], dialect: scores}",
      "3:76: arms.a.latest.dialect: there is no dialect 'scores'; did you mean 'score'?"
    ),
    (
      "{ranker: url, url: 'http://a/rank', dialect: prosocial, reads: [likes]}",
      "3:71: arms.a.latest.reads: the dialect prosocial has its own fields; leave 'reads' out"
    ),
    (
      "{ranker: url, url: 'http://a/rank', dialect: prosocial, parameters: {}}",
      "3:71: arms.a.latest.parameters: the dialect prosocial has no parameters; leave 'parameters' out"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], lanes: 0}",
      "3:74: arms.a.latest.lanes: expected a whole number from 1 to 256, found 0"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], timeout: 0s}",
      "3:76: arms.a.latest.timeout: expected a duration from 0.1s to 1d, such as 90s, 5m, 12h or 7d, found '0s'"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], version: []}",
      "3:76: arms.a.latest.version: expected a text that names what the service is, such as its commit, found a list"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], headers-from-env: [a]}",
      "3:85: arms.a.latest.headers-from-env: expected a map of headers, each with a name in the environment, such as"
        + " {Authorization: RANKER_AUTHORIZATION}, found a list"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], headers-from-env: {Host: A}}",
      "3:86: arms.a.latest.headers-from-env.Host: expected the name of a header that no request has anyway, such as"
        + " Authorization, found 'Host'"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], headers-from-env: {Authorization: Bearer secret}}",
      "3:101: arms.a.latest.headers-from-env.Authorization: expected a name in the environment, such as"
        + " RANKER_AUTHORIZATION, found something else"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], command: [sh]}",
      "3:67: arms.a.latest.command: there is no parameter of url 'command'; 'feedlab describe rankers url' lists"
        + " the 15 there are"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', reads: [likes]}",
      "3:34: arms.a.latest.url: {port} is the port of a service that FeedLab starts; write 'start', or the port"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/', start: [sh, '{port}'], reads: [likes]}",
      "3:34: arms.a.latest.url: a service that FeedLab starts listens at a free port of 127.0.0.1; write"
        + " http://127.0.0.1:{port}/rank"
    ),
    (
      "{ranker: url, url: 'http://elsewhere:{port}/', start: [sh, '{port}'], reads: [likes]}",
      "3:34: arms.a.latest.url: a service that FeedLab starts listens at a free port of 127.0.0.1; write"
        + " http://127.0.0.1:{port}/rank"
    ),
    (
      "{ranker: url, url: 'tcp://127.0.0.1:8000', reads: [likes]}",
      "3:34: arms.a.latest.url: the dialect score is asked over http://; write http://127.0.0.1:8000/rank"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, mine.py], reads: [likes]}",
      "3:69: arms.a.latest.start: no word has {port}, the port at which the service has to listen; add it, as in"
        + " [python3, service.py, --port, \"{port}\"]"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, '{prot}'], reads: [likes]}",
      "3:74: arms.a.latest.start: there is no name in braces 'prot'; did you mean 'port'?"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [shh, '{port}'], reads: [likes]}",
      "3:70: arms.a.latest.start: there is no program 'shh' on PATH; did you mean 'sh'?"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, '{port}'], files: [none], reads: [likes]}",
      "3:93: arms.a.latest.files: none: there is no such file"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, '{port}'], lanes: 2, reads: [likes]}",
      "3:85: arms.a.latest.lanes: a service of one world gets one request at a time anyway; leave 'lanes' out"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/', dialect: vw, reads: []}",
      "3:34: arms.a.latest.url: the dialect vw is asked over tcp://; write tcp://127.0.0.1:80"
    ),
    (
      "{ranker: url, url: 'tcp://127.0.0.1', dialect: vw, reads: []}",
      "3:34: arms.a.latest.url: expected the url of a service, such as tcp://127.0.0.1:8000, found 'tcp://127.0.0.1'"
    ),
    (
      "{ranker: url, url: 'tcp://127.0.0.1:80', dialect: vw, reads: [], parameters: {lke: 1}}",
      "3:93: arms.a.latest.parameters.lke: there is no parameter of the dialect vw 'lke'; did you mean 'like'?"
    ),
    (
      "{ranker: url, url: 'tcp://127.0.0.1:80', dialect: vw, reads: [], headers-from-env: {A: B}}",
      "3:80: arms.a.latest.headers-from-env: the dialect vw has no headers; leave 'headers-from-env' out"
    ),
    (
      "{ranker: url, url: 'tcp://127.0.0.1:80', dialect: vw, reads: [], lanes: 2}",
      "3:80: arms.a.latest.lanes: a service of one world gets one request at a time anyway; leave 'lanes' out"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/', reads: [likes], explore: false}",
      "3:74: arms.a.latest.explore: the dialect score gives no probabilities; leave 'explore' out"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/', dialect: metarank, reads: []}",
      "3:34: arms.a.latest.url: the dialect metarank is asked at /rank/MODEL; write http://127.0.0.1:80/rank/MODEL"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/rank/m', dialect: metarank, reads: [], parameters: {}}",
      "3:94: arms.a.latest.parameters: the dialect metarank has no parameters; leave 'parameters' out"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/', files: [model.txt], reads: [likes]}",
      "3:58: arms.a.latest.files: files are those of a service that 'start' starts; leave them out"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}'}",
      "3:15: arms.a.latest.start: is missing; a service of the dialect atproto is started by FeedLab: write start: [python3, generator.py, --port, \"{port}\", --relay, \"{relay}\"]"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}']}",
      "3:86: arms.a.latest.start: no word has {relay}, the url of the relay that the service has to read; add it, as in [python3, service.py, --relay, \"{relay}\"]"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:8000', start: [sh, '{port}', '{relay}']}",
      "3:52: arms.a.latest.url: a service that FeedLab starts listens at a free port of 127.0.0.1; write http://127.0.0.1:{port}"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}', '{relay}'], reads: [likes]}",
      "3:113: arms.a.latest.reads: the dialect atproto has its own fields; leave 'reads' out"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}', '{relay}'], parameters: {}}",
      "3:113: arms.a.latest.parameters: the dialect atproto has no parameters; leave 'parameters' out"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}', '{relay}'], feed: warm}",
      "3:119: arms.a.latest.feed: expected the at-uri of a feed, such as at://did:web:localhost/app.bsky.feed.generator/warm, found 'warm'"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}', '{relay}'], sentinel: []}",
      "3:123: arms.a.latest.sentinel: expected the text of a post, such as Good morning, everybody., found a list"
    ),
    (
      "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}', '{relay}'], headers-from-env: {authorization: A}}",
      "3:132: arms.a.latest.headers-from-env.authorization: in the dialect atproto this header names the viewer; leave it out"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], feed: 'at://a'}",
      "3:67: arms.a.latest.feed: 'feed' is a key of the dialect atproto; leave it out"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], sentinel: Hello}",
      "3:67: arms.a.latest.sentinel: 'sentinel' is a key of the dialect atproto; leave it out"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, '{port}', '{relay}'], reads: [likes]}",
      "3:84: arms.a.latest.start: there is no name in braces 'relay'; there is only 'port'"
    ),
  ]

  @Test(arguments: urls)
  func `a service with a fault`(ranker: String, message: String) throws {
    let faults = try folder(ranker).faults(of: "t.yml")
    #expect(faults.contains("t.yml:" + message), "\(faults)")
  }

  @Test func `a file that is no library is refused where its path stands`() throws {
    let faults = try folder("{ranker: library, path: model.txt}").faults(of: "t.yml")
    #expect(faults.count == 1)
    #expect(faults[0].hasPrefix("t.yml:3:39: arms.a.latest.path: model.txt cannot be loaded"))
  }

  @Test func `a file of a resolved scenario is not found where only its content is known`() throws {
    let town = try load("{ranker: command, command: [sh, mine.py], reads: [likes]}")
    let message = #expect(throws: InvalidScenario.self) {
      try Scenario.parse(Array(town.resolved.utf8), file: "t.yml", isResolved: true)
    }
    #expect(
      message?.description.contains(
        "arms.a.latest.files: the recorded program is gone: no file has the content any more that 'mine.py' had"
      )
        == true)
  }

  // MARK: - What is read

  @Test func `files are those that are named and words of the command that are files`() throws {
    let town = try load(
      "{ranker: command, command: [sh, mine.py, -v], reads: [likes], files: [model.txt]}")
    let program = try #require(town.arms[0].programs.first)
    #expect(program.files.map(\.name) == ["mine.py", "model.txt"])
    #expect(program.files[0].digest == SHA256.hexDigest(of: script))
    #expect(program.name == "sh mine.py -v" && program.features == [.likes])
    #expect(town.dataFiles.map { $0.split(separator: "/").last } == ["mine.py", "model.txt"])
    #expect(town.contents.map(\.digest) == program.files.map(\.digest))
  }

  @Test func `a script elsewhere is among the files, under its path, and stays where it is`() throws
  {
    let elsewhere = try TestFolder()
    try elsewhere.write(script, to: "far.py")
    let path = "\(elsewhere.path)/far.py"
    let ranker = "{ranker: command, command: [sh, \(path)], reads: [likes]}"
    let town = try load(ranker)
    let program = try #require(town.arms[0].programs.first)
    #expect(program.files == [RankerFile(name: path, digest: SHA256.hexDigest(of: script))])
    #expect(town.contents.isEmpty)
    try elsewhere.write("print('other')\n", to: "far.py")
    #expect(try load(ranker).digest != town.digest)
  }

  @Test func `FeedLab's module for Python is among the files where it is beside a script`() throws {
    let folder = try folder("{ranker: command, command: [sh, parts/mine.py], reads: [likes]}")
    try folder.write(script, to: "parts/mine.py")
    try folder.write("# module\n", to: "parts/feedlab_ranker.py")
    let town = try Scenario.load(file: "\(folder.path)/t.yml")
    let program = try #require(town.arms[0].programs.first)
    #expect(program.files.map(\.name) == ["parts/feedlab_ranker.py", "parts/mine.py"])
    #expect(program.files[0].digest == SHA256.hexDigest(of: "# module\n"))
  }

  @Test func `every default is in the resolved scenario, with the digests of files`() throws {
    let town = try load("{ranker: command, command: [sh, mine.py], reads: [likes, age_hours]}")
    let digest = SHA256.hexDigest(of: script)
    #expect(
      town.resolved.contains(
        #""latest":{"command":["sh","mine.py"],"encoding":"binary","files":["sha256:\#(digest) mine.py"],"#
          + #""parameters":{},"pool":1000,"ranker":"command","reads":["likes","age_hours"],"timeout":"30s"}"#
      ))
  }

  @Test(arguments: ["order", "serve"])
  func `an order needs no columns, and pages have none`(kind: String) throws {
    let town = try load("{ranker: command, command: [sh, mine.py], kind: \(kind)}")
    #expect(town.arms[0].programs.map(\.kind.rawValue) == [kind])
    #expect(
      town.arms[0].servesPages == (kind == "serve") && town.arms[0].programs[0].features == [])
    #expect(
      town.resolved.contains(#""kind":"\#(kind)","#) && town.resolved.contains(#""reads":[]"#))
    let score = try load("{ranker: command, command: [sh, mine.py], reads: [likes]}")
    #expect(!score.resolved.contains(#""kind""#))
    #expect(town.arms[0].programs[0].digest != score.arms[0].programs[0].digest)
    let contents = try TestFolder()
    try contents.write(script, to: SHA256.hexDigest(of: script))
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    #expect(again.arms == town.arms && again.resolved == town.resolved)
  }

  @Test func `a ranker that learns may read no feature, and is another one than without`() throws {
    let town = try load("{ranker: command, command: [sh, mine.py], reads: [], learns: true}")
    let program = try #require(town.arms[0].programs.first)
    #expect(program.learns && program.features == [] && town.arms[0].usesEvents)
    #expect(town.resolved.contains(#""learns":"true""#))
    let fixed = try load(
      "{ranker: command, command: [sh, mine.py], reads: [likes], learns: false}")
    let silent = try load("{ranker: command, command: [sh, mine.py], reads: [likes]}")
    let learning = try load(
      "{ranker: command, command: [sh, mine.py], reads: [likes], learns: true}")
    #expect(fixed.digest == silent.digest && fixed.digest != learning.digest)
    let digests = [fixed, learning].map { $0.arms[0].programs[0].digest }
    #expect(digests[0] != digests[1])
  }

  @Test func `what a ranker learns from events can be frozen`() throws {
    let folder = try folder(
      "{ranker: command, command: [sh, mine.py], reads: [], learns: true}, freeze: 5d")
    #expect(try Scenario.load(file: "\(folder.path)/t.yml").arms[0].learnsUntil == 432_000)
  }

  @Test(arguments: ["encoding: json, timeout: 2m, learns: true", "batch: 8"])
  func `a resolved scenario is read again with its files by their content`(keys: String) throws {
    let ranker = """
      {ranker: diversity, of: {ranker: command, command: [sh, mine.py], reads: [likes], files: [model.txt], \
      \(keys), parameters: {fade: {value: 24, tune: [1, 48]}, plain: 1}, pool: 50}}
      """
    let town = try load(ranker)
    let contents = try TestFolder()
    for (text, digest) in [script, "0.5\n"].map({ ($0, SHA256.hexDigest(of: $0)) }) {
      try contents.write(text, to: digest)
    }
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    #expect(again.resolved == town.resolved && again.arms == town.arms)
    #expect(again.tunables == town.tunables)
    #expect(again.contents.map(\.digest) == town.contents.map(\.digest))
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
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    for scenario in [town, again, again] {
      let failure = #expect(throws: RankerFailure.self) {
        try scenario.arms[0].programs[0].open(world: 0)
      }
      #expect(failure?.message.contains("0.25") == true, "\(failure?.message ?? "")")
    }
  }

  @Test func `a recorded arm has its files from a scenario that has the same`() throws {
    let ranker = "{ranker: command, command: [sh, mine.py], reads: [likes]}"
    let town = try load(ranker)
    let definition = Scenario.definition(of: town.arms[0])
    #expect(try town.arm("a", definition: definition) == town.arms[0])
    let other = try load("{ranker: command, command: [sh, model.txt], reads: [likes]}")
    #expect(throws: InvalidScenario.self) { try other.arm("a", definition: definition) }
  }

  @Test func `a run depends on files and parameters, and not on how messages are sent`() throws {
    func dependencies(_ rest: String) throws -> JSONValue {
      let town = try load("{ranker: command, command: [sh, mine.py], reads: [likes]\(rest)}")
      return town.dependencies(of: town.arms[0])
    }
    let plain = try dependencies("")
    #expect(try dependencies(", timeout: 2s, encoding: json") == plain)
    #expect(try dependencies(", batch: 8") == plain)
    for rest in [", parameters: {fade: 1}", ", files: [model.txt]", ", pool: 40", ", kind: order"] {
      #expect(try dependencies(rest) != plain, "\(rest)")
    }
  }

  @Test func `parameters are tuned as weights are`() throws {
    let town = try load(
      """
      {ranker: command, command: [sh, mine.py], reads: [likes], \
      parameters: {fade: {value: 24, tune: {range: [1, 48], scale: log}}, plain: 1}}
      """)
    let parameter = try #require(town.tunables.first)
    #expect(town.tunables.count == 1 && parameter.key == "a.latest.parameters.fade")
    #expect(parameter.value == 24 && parameter.isNamed("fade") && !parameter.isWeight)
    #expect(parameter.range == .interval(low: 1, high: 48, scale: .log, isWhole: false))
    let arm = town.arms[0].setting([(parameter, 2)], name: "trial")
    #expect(arm.programs.map(\.parameters) == [["fade": 2, "plain": 1]])
    #expect(arm.programs[0].digest != town.arms[0].programs[0].digest)
    #expect(town.tunedSpans["a.latest.parameters.fade"]?.text == "24")
  }

  // MARK: - A service

  private static let service =
    "{ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes], version: 3, lanes: 2, timeout: 2m, "
    + "headers-from-env: {Authorization: TOKEN}, parameters: {fade: {value: 24, tune: [1, 48]}}, pool: 50}"

  @Test func `a resolved scenario has a service with every default, and is read again`() throws {
    let plain = try load("{ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes]}")
    #expect(
      plain.resolved.contains(
        #""latest":{"dialect":"score","headers-from-env":{},"parameters":{},"pool":1000,"ranker":"url","#
          + #""reads":["likes"],"timeout":"30s","url":"http://127.0.0.1:8000/rank"}"#))
    let order = try load("{ranker: url, url: 'http://a/rank', dialect: prosocial, version: 1}")
    let bandit = try load(
      "{ranker: url, url: 'tcp://a:80', dialect: vw, reads: [], parameters: {like: {value: 1, tune: [0, 2]}}}"
    )
    #expect(bandit.resolved.contains(#""explore":"true""#) && bandit.arms[0].usesEvents)
    let greedy = try load(
      "{ranker: url, url: 'tcp://a:80', dialect: vw, reads: [likes], explore: false}")
    let metarank = try load(
      "{ranker: url, url: 'http://a/rank/feed', dialect: metarank, reads: [likes]}")
    #expect(metarank.arms[0].usesEvents)
    for town in [plain, order, bandit, greedy, metarank, try load(Self.service)] {
      let again = try Scenario.parse(Array(town.resolved.utf8), file: "t", isResolved: true)
      #expect(again.resolved == town.resolved && again.arms == town.arms)
      #expect(again.tunables == town.tunables && town.contents.isEmpty)
      let definition = Scenario.definition(of: town.arms[0])
      #expect(try town.arm("a", definition: definition) == town.arms[0])
    }
  }

  private static let started =
    "{ranker: url, url: 'http://127.0.0.1:{port}/', start: [sh, mine.py, '{port}'], files: [model.txt], reads: [likes]}"

  @Test func `a feed generator has its feed and its sentinel`() throws {
    let rest =
      #""dialect":"atproto","files":[],"headers-from-env":{},"pool":1000,"ranker":"url","sentinel":"%","#
      + #""start":["sh","{port}","{relay}"],"timeout":"30s","url":"http://127.0.0.1:{port}/"}"#
    for (keys, resolved) in [
      ("", "{" + rest.replacing("%", with: "Good morning, everybody.")),
      (
        ", feed: 'at://a/b', sentinel: Python, phrase: too",
        "{"
          + rest.replacing("%", with: "Python").replacing(
            "\"files\"", with: #""feed":"at://a/b","files""#
          )
          .replacing("\"pool\"", with: #""phrase":"too","pool""#)
      ),
    ] {
      let town = try load(
        "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}', '{relay}']\(keys)}"
      )
      let program = try #require(town.arms[0].programs.first)
      #expect(program.kind == .serve && program.learns && program.features == [])
      #expect(town.resolved.contains(resolved), "\(town.resolved)")
      let again = try Scenario.parse(Array(town.resolved.utf8), file: "t.yml", isResolved: true)
      #expect(again.arms[0].programs.first?.digest == program.digest)
    }
  }

  @Test func `a service that is started has its program and files, as a command has`() throws {
    let town = try load(Self.started)
    let program = try #require(town.arms[0].programs.first)
    #expect(program.name == "sh mine.py {port}" && program.isIdentified)
    let files = [("mine.py", script), ("model.txt", "0.5\n")].map {
      RankerFile(name: $0.0, digest: SHA256.hexDigest(of: $0.1))
    }
    #expect(program.files == files && town.contents.map(\.digest) == files.map(\.digest))
    #expect(
      town.resolved.contains(
        #""latest":{"dialect":"score","files":["sha256:\#(files[0].digest) mine.py","sha256:\#(files[1].digest) model.txt"],"#
          + #""headers-from-env":{},"parameters":{},"pool":1000,"ranker":"url","reads":["likes"],"#
          + #""start":["sh","mine.py","{port}"],"timeout":"30s","url":"http://127.0.0.1:{port}/"}"#)
    )
    let contents = try TestFolder()
    for (text, file) in zip([script, "0.5\n"], files) { try contents.write(text, to: file.digest) }
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    #expect(again.resolved == town.resolved && again.arms == town.arms)
    #expect(try town.arm("a", definition: Scenario.definition(of: town.arms[0])) == town.arms[0])
    // Where the service runs already, it is another ranker, whose files nobody knows.
    let running = try load("{ranker: url, url: 'http://127.0.0.1:80/', reads: [likes]}")
    #expect(running.arms[0].programs[0].digest != program.digest)
  }

  @Test func `a program on PATH counts by its bytes, and an interpreter does not`() throws {
    let path = try #require(SearchPath.program("cat"))
    let digest = SHA256.hexDigest(of: try FileContent.bytes(of: path))
    let town = try load("{ranker: command, command: [cat], reads: [likes]}")
    let program = try #require(town.arms[0].programs.first)
    #expect(program.files == [RankerFile(onPath: "cat", digest: digest)] && program.isIdentified)
    #expect(town.contents.isEmpty && town.dataFiles.isEmpty)
    #expect(town.resolved.contains(#""files":["sha256:\#(digest) $PATH/cat"]"#))
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t.yml", contents: "/nowhere", isResolved: true)
    #expect(again.resolved == town.resolved && again.arms == town.arms)
    // Elsewhere it is under its path, unless it is an interpreter.
    let absolute = try load("{ranker: command, command: [\(path)], reads: [likes]}")
    #expect(absolute.arms[0].programs[0].files == [RankerFile(name: path, digest: digest)])
    let shell = try #require(SearchPath.program("sh"))
    #expect(
      try load("{ranker: command, command: [\(shell), mine.py], reads: [likes]}").arms[0].programs[
        0
      ]
      .files.map(\.name) == ["mine.py"])
  }

  @Test func `an interpreter without a file is not identified`() throws {
    for (keys, gap) in [
      ("command: [sh, -s], reads: [likes]", .files),
      ("command: [sh, -s], reads: [likes], files: [model.txt]", nil),
      ("command: [sh, mine.py], reads: [likes]", nil),
      ("command: [sh, -c, exit], reads: [likes]", nil),
    ] as [(String, IdentityGap?)] {
      let arm = try load("{ranker: command, \(keys)}").arms[0]
      #expect(arm.unidentifiedRanker == gap.map { UnidentifiedRanker(name: "sh -s", gap: $0) })
    }
  }

  @Test func `a service without a version is not identified`() throws {
    let plain = try load("{ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes]}")
    let unidentified = UnidentifiedRanker(name: "http://127.0.0.1:8000/rank", gap: .version)
    #expect(plain.arms[0].unidentifiedRanker == unidentified)
    #expect(try load(Self.service).arms[0].unidentifiedRanker == nil)
    let inside = try load(
      "{ranker: diversity, of: {ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes]}}")
    #expect(inside.arms[0].unidentifiedRanker == unidentified)
  }

  @Test func `a run depends on a service's version, and not on how it is asked`() throws {
    func dependencies(_ rest: String) throws -> JSONValue {
      let town = try load("{ranker: url, url: 'http://a/rank', reads: [likes]\(rest)}")
      return town.dependencies(of: town.arms[0])
    }
    let plain = try dependencies("")
    #expect(
      try dependencies(", timeout: 2s, lanes: 1, headers-from-env: {Authorization: A}") == plain)
    for rest in [", parameters: {fade: 1}", ", version: 2", ", pool: 40"] {
      #expect(try dependencies(rest) != plain, "\(rest)")
    }
  }
}
