import DataFiles
import OutsideRankers
import Scenarios
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

/// Rankers that are services. No test asks one: a scenario is read without.
@Suite struct ServiceSectionTests {
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
      "3:76: arms.a.latest.version: expected a text that identifies the service, such as its commit, found a list"
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
      "{ranker: url, url: 'http://a/rank', reads: [likes], headers-from-env: {Accept-Encoding: A}}",
      "3:86: arms.a.latest.headers-from-env.Accept-Encoding: expected the name of a header that no request has anyway,"
        + " such as Authorization, found 'Accept-Encoding'"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], headers-from-env: {Authorization: Bearer secret}}",
      "3:101: arms.a.latest.headers-from-env.Authorization: expected a name in the environment, such as"
        + " RANKER_AUTHORIZATION, found something else"
    ),
    (
      "{ranker: url, url: 'http://a/rank', reads: [likes], command: [sh]}",
      "3:67: arms.a.latest.command: there is no parameter of url 'command'; 'feedlab describe rankers url' lists"
        + " the 16 there are"
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
      "3:34: arms.a.latest.url: the dialect score needs http://; write http://127.0.0.1:8000/rank"
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
      "3:70: arms.a.latest.start: 'shh' is not on PATH; did you mean 'sh'?"
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
      "3:34: arms.a.latest.url: the dialect vw needs tcp://; write tcp://127.0.0.1:80"
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
      "3:34: arms.a.latest.url: the dialect metarank needs /rank/MODEL; write http://127.0.0.1:80/rank/MODEL"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/rank/m', dialect: metarank, reads: [], parameters: {}}",
      "3:94: arms.a.latest.parameters: the dialect metarank has no parameters; leave 'parameters' out"
    ),
    (
      "{ranker: url, url: 'http://127.0.0.1:80/', files: [model.txt], reads: [likes]}",
      "3:58: arms.a.latest.files: files belongs to a service that 'start' starts; leave it out"
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
    let faults = try RankerScenario.folder(ranker).faults(of: "t.yml")
    #expect(faults.contains("t.yml:" + message), "\(faults)")
  }

  private static let service =
    "{ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes], version: 3, lanes: 2, timeout: 2m, "
    + "headers-from-env: {Authorization: TOKEN}, parameters: {fade: {value: 24, tune: [1, 48]}}, pool: 50}"

  @Test func `a resolved scenario has a service with every default, and is read again`() throws {
    let plain = try RankerScenario.load(
      "{ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes]}")
    #expect(
      plain.resolved.contains(
        #""latest":{"dialect":"score","headers-from-env":{},"parameters":{},"pool":1000,"ranker":"url","#
          + #""reads":["likes"],"timeout":"30s","url":"http://127.0.0.1:8000/rank"}"#))
    let order = try RankerScenario.load(
      "{ranker: url, url: 'http://a/rank', dialect: prosocial, version: 1}")
    let bandit = try RankerScenario.load(
      "{ranker: url, url: 'tcp://a:80', dialect: vw, reads: [], parameters: {like: {value: 1, tune: [0, 2]}}}"
    )
    #expect(bandit.resolved.contains(#""explore":"true""#) && bandit.arms[0].usesEvents)
    let greedy = try RankerScenario.load(
      "{ranker: url, url: 'tcp://a:80', dialect: vw, reads: [likes], explore: false}")
    let metarank = try RankerScenario.load(
      "{ranker: url, url: 'http://a/rank/feed', dialect: metarank, reads: [likes]}")
    #expect(metarank.arms[0].usesEvents)
    for town in [plain, order, bandit, greedy, metarank, try RankerScenario.load(Self.service)] {
      let again = try Scenario.parse(
        Array(town.resolved.utf8), file: "t", known: KnownContents(of: town), isResolved: true)
      #expect(again.resolved == town.resolved && again.arms == town.arms)
      #expect(again.tunables == town.tunables && town.contents.isEmpty)
      let definition = Scenario.definition(of: town.arms[0])
      try expectEqual(town.arm("a", definition: definition), town.arms[0])
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
      let town = try RankerScenario.load(
        "{ranker: url, dialect: atproto, url: 'http://127.0.0.1:{port}', start: [sh, '{port}', '{relay}']\(keys)}"
      )
      let program = try #require(town.arms[0].programs.first)
      #expect(program.kind == .serve && program.learns && program.features == [])
      #expect(town.resolved.contains(resolved), "\(town.resolved)")
      let again = try Scenario.parse(
        Array(town.resolved.utf8), file: "t.yml", known: KnownContents(of: town), isResolved: true)
      expectEqual(again.arms[0].programs.first?.digest, program.digest)
    }
  }

  @Test func `a service that is started has its program and files, as a command has`() throws {
    let town = try RankerScenario.load(Self.started)
    let program = try #require(town.arms[0].programs.first)
    #expect(program.name == "sh mine.py {port}" && program.isIdentified)
    let files = [("mine.py", RankerScenario.script), ("model.txt", "0.5\n")].map {
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
    for (text, file) in zip([RankerScenario.script, "0.5\n"], files) {
      try contents.write(text, to: file.digest)
    }
    let again = try Scenario.parse(
      Array(town.resolved.utf8), file: "t", contents: contents.path, isResolved: true)
    #expect(again.resolved == town.resolved && again.arms == town.arms)
    try expectEqual(town.arm("a", definition: Scenario.definition(of: town.arms[0])), town.arms[0])
    // Where the service runs already, it is another ranker, whose files nobody knows.
    let running = try RankerScenario.load(
      "{ranker: url, url: 'http://127.0.0.1:80/', reads: [likes]}")
    #expect(running.arms[0].programs[0].digest != program.digest)
  }

  @Test func `a service without a version is not identified`() throws {
    let plain = try RankerScenario.load(
      "{ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes]}")
    let unidentified = UnidentifiedRanker(name: "http://127.0.0.1:8000/rank", gap: .version)
    expectEqual(plain.arms[0].unidentifiedRanker, unidentified)
    try expectEqual(RankerScenario.load(Self.service).arms[0].unidentifiedRanker, nil)
    let inside = try RankerScenario.load(
      "{ranker: diversity, of: {ranker: url, url: 'http://127.0.0.1:8000/rank', reads: [likes]}}")
    expectEqual(inside.arms[0].unidentifiedRanker, unidentified)
  }

  @Test func `a run depends on a service's version, and not on how it is asked`() throws {
    func dependencies(_ rest: String) throws -> JSONValue {
      let town = try RankerScenario.load(
        "{ranker: url, url: 'http://a/rank', reads: [likes]\(rest)}")
      return town.dependencies(of: town.arms[0])
    }
    let plain = try dependencies("")
    try expectEqual(
      dependencies(", timeout: 2s, lanes: 1, headers-from-env: {Authorization: A}"), plain)
    for rest in [", parameters: {fade: 1}", ", version: 2", ", pool: 40"] {
      #expect(try dependencies(rest) != plain, "\(rest)")
    }
  }
}
