internal import DataFiles
internal import OutsideRankers
internal import SocialFeed

// What a scenario says about a ranker that is a service.

extension ProgramSection {
  static let serviceExample =
    "{ranker: url, url: \"http://127.0.0.1:8000/rank\", reads: [likes, age_hours]}"
  private static func url(_ dialect: ServiceDialect) -> String {
    "the url of a service, such as \(exampleURL(dialect, port: "8000"))"
  }
  private static func exampleURL(_ dialect: ServiceDialect, port: String) -> String {
    switch dialect.traits.scheme {
    case .http: "http://127.0.0.1:\(port)\(examplePath(dialect))"
    case .tcp: "tcp://127.0.0.1:\(port)"
    }
  }
  private static func examplePath(_ dialect: ServiceDialect) -> String {
    switch dialect {
    case .atproto: ""
    case .metarank: "/rank/MODEL"
    case .score, .prosocial, .vw: "/rank"
    }
  }
  private static let feed =
    "the at-uri of a feed, such as at://did:web:localhost/app.bsky.feed.generator/warm"
  private static let sentinel = "the text of a post, such as \(FeedSettings.usualSentinel)"
  private static let phrase = "what texts end with, such as #python"
  private static let version = "a text that identifies the service, such as its commit"
  private static let dialects = ServiceDialect.allCases
  private static let lanes = NumberForm(range: 1...256, isWhole: true)
  private static let headers =
    "a map of headers, each with a name in the environment, such as {Authorization: RANKER_AUTHORIZATION}"

  static let serviceKeys = [
    KeySyntax(
      path: "url",
      summary:
        "Where the service is. It begins with http://, or with tcp:// in the dialect vw, since FeedLab has no encryption: a "
        + "local proxy may have it. It has no user, no password and no query, since results repeat it. The port is {port} where "
        + "'start' starts the service.",
      form: .text(url(.score)), isRequired: true),
    KeySyntax(
      path: "start",
      summary:
        "The program that serves the url and its arguments, a word each; no shell reads them. It is started in the scenario's "
        + "folder for each feed of a world, and ends with it, so that each has a state of its own. {port} in a word is the "
        + "free port of 127.0.0.1 at which it has to listen within the timeout, and {relay}, in the dialect atproto, the url of "
        + "the relay that it has to read.",
      form: .openList(of: .text("a word"), least: 1, isSet: false),
      defaultSummary: "none: the service runs already"),
    filesKey,
    environmentKey,
    KeySyntax(
      path: "dialect",
      summary:
        "The form of requests and answers: "
        + dialects.map { "\($0.rawValue), \($0.traits.summary)" }.joined(separator: "; ") + ".",
      form: .choice(dialects.map(\.rawValue)), defaultValue: .string(ServiceDialect.score.rawValue)),
    KeySyntax(
      path: "reads",
      summary:
        "The features that the service gets, a column each: feedlab describe rankers command. Required for the dialect "
        + "score, and may be [] for metarank and vw, which learn; none for prosocial and atproto, which have fields of their own.",
      form: .openList(of: .choice(RankerFeature.allCases.map(\.name)), least: 0, isSet: true),
      defaultSummary: "none"),
    parametersKey,
    KeySyntax(
      path: "explore",
      summary:
        "With the dialect vw, whether the order is drawn by the probabilities that the daemon gives, or is theirs.",
      form: ValueForm.flag.form, defaultValue: .string("true")),
    KeySyntax(
      path: "feed",
      summary:
        "The at-uri of the feed, for the dialect atproto.",
      form: .text(feed), defaultSummary: "the one feed that the service describes"),
    KeySyntax(
      path: "sentinel",
      summary:
        "For the dialect atproto: the text of a post that is sent behind what happened, looked for in the feed and deleted "
        + "before FeedLab requests a page, so that the service has read everything. The feed has to select it.",
      form: .text(sentinel), defaultValue: .string(FeedSettings.usualSentinel)),
    KeySyntax(
      path: "phrase",
      summary:
        "For the dialect atproto: what the text of each post ends with, the sentinel's too, so that a feed that looks for a "
        + "word selects it.",
      form: .text(phrase), defaultSummary: "none"),
    KeySyntax(
      path: "version",
      summary:
        "Names what answers depend on besides, such as the service's commit and its model. Raise it with them: a finished "
        + "run is used again until it changes. Without it, no run of the arm is saved.",
      form: .text(version), defaultSummary: "none"),
    KeySyntax(
      path: "lanes",
      summary:
        "How many requests a service that runs already gets at a time. Of arms with one url, the least counts.",
      form: .number(lanes), defaultSummary: "as many as there are"),
    KeySyntax(
      path: "headers-from-env",
      summary:
        "Headers of each request, such as Authorization, each with the name that its value has in the environment.",
      form: .scalar(
        headers,
        [
          "type": .string("object"),
          "propertyNames": .object(["pattern": .string("^[A-Za-z0-9-]+$")]),
          "additionalProperties": .object([
            "type": .string("string"), "pattern": .string("^[A-Za-z_][A-Za-z0-9_]*$"),
          ]),
        ]), defaultSummary: "none"),
    KeySyntax(
      path: "timeout",
      summary:
        "How long the service may take to start, where FeedLab starts it, and for an answer, before its run fails.",
      form: .duration(limit), defaultValue: .string(DurationForm.text(usualLimit))),
  ]

  /// - Parameter before: How many faults there were before the map was read.
  func service(_ parameters: [String: Double], _ before: Int) -> ProgramHost? {
    let names = Self.dialects.map(\.rawValue)
    let name = cursor["dialect"].map { $0.choice(of: "dialect", among: names) }
    let dialect = name.map { $0.flatMap(ServiceDialect.init) } ?? .score
    let address = address(dialect ?? .score)
    let program = program(dialect ?? .score)
    let reads = dialect.flatMap(reads)
    let version = cursor["version"].map { $0.text(Self.version) }
    let lanes = cursor["lanes"].map { $0.number(Self.lanes) }
    let explores = cursor["explore"].map { $0.flag() } ?? true
    let headers = cursor["headers-from-env"].map { self.headers($0, dialect ?? .score) } ?? [:]
    if let dialect { checkUses(of: dialect, parameters) }
    let feed = feedSettings(dialect ?? .score)
    let limit = cursor["timeout"].map { $0.duration(Self.limit) } ?? Self.usualLimit
    guard let address, let dialect, let reads, let explores, let limit,
      cursor.faults.count == before
    else {
      return nil
    }
    var settings = ServiceRanker.Settings(
      address: address,
      program: program.map { ServiceProgram(command: $0.words, folder: "", files: $0.files) },
      dialect: dialect, reads: reads, parameters: parameters, explores: explores,
      version: version ?? nil,
      headers: headers, lanes: (lanes ?? nil).map { Int($0) }, limit: limit)
    settings.feed = feed
    return ProgramHost(
      url: settings, in: program?.folder ?? .scenario(""),
      tapes: program?.tapes ?? files.known.tapes?.folder)
  }

  /// The program that FeedLab starts; `nil` for none, or after adding faults.
  private func program(_ dialect: ServiceDialect) -> Program? {
    guard let start = cursor["start"] else {
      if dialect.traits.needsStart {
        cursor.missing(
          "start",
          "is missing; a service of the dialect \(dialect) is started by FeedLab: write \(Self.startExample)"
        )
      }
      for key in ["files", "environment"] {
        cursor[key]?.keyFault(
          .contradiction("\(key) belongs to a service that 'start' starts; leave it out"))
      }
      return nil
    }
    let known = dialect.traits.placeholders.map(\.rawValue)
    var names: [String] = []
    let program = startedProgram(start, RecordedProgram.Carrier.service) { word in
      let found = ServiceProgram.names(in: word.word)
      names += found
      for name in found where !known.contains(name) {
        word.cursor.fault(
          .unknownName(
            kind: "name in braces", found: name.excerpt,
            nearest: nearestName(to: name, among: known), allowed: known))
      }
    }
    guard program != nil, names.allSatisfy(known.contains) else { return program }
    for placeholder in dialect.traits.placeholders where !names.contains(placeholder.rawValue) {
      start.fault(
        .contradiction(
          "no word has \(placeholder.text), \(Self.meaning(of: placeholder)); add it, as in [python3, service.py,"
            + " --\(placeholder), \"\(placeholder.text)\"]"))
    }
    return program
  }

  private static let startExample =
    "start: [python3, generator.py, --port, \"{port}\", --relay, \"{relay}\"]"

  private static func meaning(of placeholder: ServiceProgram.Placeholder) -> String {
    switch placeholder {
    case .port: "the port at which the service has to listen"
    case .relay: "the url of the relay that the service has to read"
    }
  }

  /// What is said of a feed of the AT Protocol; adds faults for the keys in another dialect.
  private func feedSettings(_ dialect: ServiceDialect) -> FeedSettings {
    guard dialect == .atproto else {
      for key in ["feed", "sentinel", "phrase"] {
        cursor[key]?.keyFault(
          .contradiction("'\(key)' is a key of the dialect atproto; leave it out"))
      }
      return FeedSettings()
    }
    var settings = FeedSettings()
    if let entry = cursor["feed"], let uri = entry.text(Self.feed) {
      if !uri.hasPrefix("at://") || uri.contains(where: \.isWhitespace) {
        entry.fault(.unexpected(expected: Self.feed, found: "'\(uri.excerpt)'"))
      }
      settings.uri = uri
    }
    if let text = cursor["sentinel"]?.text(Self.sentinel) { settings.sentinel = text }
    settings.phrase = cursor["phrase"]?.text(Self.phrase)
    return settings
  }

  /// Adds a fault for each key that a dialect has no use for, and for parameters that it does not know.
  private func checkUses(of dialect: ServiceDialect, _ parameters: [String: Double]) {
    let traits = dialect.traits
    if traits.learns || cursor["start"] != nil {
      cursor["lanes"]?.keyFault(
        .contradiction(
          "a service of one world gets one request at a time anyway; leave 'lanes' out"))
    }
    if traits.scheme == .tcp {
      cursor["headers-from-env"]?.keyFault(
        .contradiction("the dialect \(dialect) has no headers; leave 'headers-from-env' out"))
    }
    if dialect != .vw {
      cursor["explore"]?.keyFault(
        .contradiction("the dialect \(dialect) gives no probabilities; leave 'explore' out"))
    }
    switch traits.parameters {
    case .any: break
    case .none:
      cursor["parameters"]?.keyFault(
        .contradiction("the dialect \(dialect) has no parameters; leave 'parameters' out"))
    case .of(let known):
      for (name, entry) in cursor["parameters"]?.entries ?? [] where !known.contains(name) {
        entry.keyFault(
          .unknownName(
            kind: "parameter of the dialect \(dialect)", found: name.excerpt,
            nearest: nearestName(to: name, among: known), allowed: known))
      }
    }
  }

  /// The features that the scenario names, where the dialect has none of its own.
  private func reads(_ dialect: ServiceDialect) -> [RankerFeature]? {
    let traits = dialect.traits
    guard traits.features != nil else { return reads(of: .score, learns: traits.learns) }
    cursor["reads"]?.keyFault(
      .contradiction("the dialect \(dialect) has its own fields; leave 'reads' out"))
    return []
  }

  private func address(_ dialect: ServiceDialect) -> ServiceAddress? {
    guard let entry = cursor["url"] else {
      cursor.missing("url", "is missing; write \(Self.serviceExample)")
      return nil
    }
    guard let text = entry.text(Self.url(dialect)) else { return nil }
    let address: ServiceAddress
    do throws(ServiceAddressFault) { address = try ServiceAddress(text) } catch {
      entry.fault(Self.reason(of: error, text, dialect))
      return nil
    }
    if let contradiction = contradiction(of: address, dialect) {
      entry.fault(.contradiction(contradiction))
    }
    return address
  }

  /// Why a url does not fit the dialect or `start`; `nil` where it does.
  private func contradiction(of address: ServiceAddress, _ dialect: ServiceDialect) -> String? {
    let scheme = dialect.traits.scheme
    guard address.scheme == scheme else {
      return "the dialect \(dialect) needs \(scheme.rawValue)://; write"
        + " \(Self.exampleURL(dialect, port: address.port.map { "\($0)" } ?? "{port}"))"
    }
    if dialect == .metarank, MetarankWriter.feedbackPath(besides: address.path) == nil {
      return "the dialect metarank needs /rank/MODEL; write"
        + " \(Self.exampleURL(dialect, port: address.port.map { "\($0)" } ?? "{port}"))"
    }
    guard cursor["start"] != nil else {
      return address.port == nil && !dialect.traits.needsStart
        ? "{port} is the port of a service that FeedLab starts; write 'start', or the port" : nil
    }
    let isOurs = address.port == nil && Self.ownHosts.contains(address.host)
    return isOurs
      ? nil
      : "a service that FeedLab starts listens at a free port of 127.0.0.1; write"
        + " \(Self.exampleURL(dialect, port: "{port}"))"
  }

  /// Names of this machine at which a service that FeedLab starts listens.
  private static let ownHosts = ["127.0.0.1", "localhost"]

  private static func reason(
    of fault: ServiceAddressFault, _ text: String, _ dialect: ServiceDialect
  ) -> LocatedFault.Reason {
    switch fault {
    case .shape: .unexpected(expected: url(dialect), found: "'\(text.excerpt)'")
    case .encrypted:
      .contradiction(
        "FeedLab asks over http:// alone; start a local proxy that has the encryption, such as "
          + "'socat TCP-LISTEN:8000,fork,bind=127.0.0.1 OPENSSL:HOST:443', and write its url")
    // Without the text, which may have a password.
    case .credentials:
      .contradiction(
        "results and messages repeat a url, so that it has no user, no password and no query; "
          + "'headers-from-env' sends what is secret")
    }
  }

  /// Headers that a request has anyway.
  private static let takenHeaders = [
    "accept", "accept-encoding", "connection", "content-length", "content-type", "host",
    "transfer-encoding",
  ]

  private func headers(
    _ cursor: DocumentCursor, _ dialect: ServiceDialect
  ) -> [String: String] {
    guard cursor.isMap else {
      cursor.expected(Self.headers)
      return [:]
    }
    var headers: [String: String] = [:]
    for (name, entry) in cursor.entries {
      let isHeader =
        !name.isEmpty
        && name.utf8.allSatisfy { Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      guard isHeader, !Self.takenHeaders.contains(name.lowercased()) else {
        entry.keyFault(
          .unexpected(
            expected: "the name of a header that no request has anyway, such as Authorization",
            found: "'\(name.excerpt)'"))
        continue
      }
      guard dialect != .atproto || name.lowercased() != "authorization" else {
        entry.keyFault(
          .contradiction("in the dialect atproto this header names the viewer; leave it out"))
        continue
      }
      // The value itself may have been written here: it is not repeated.
      guard let variable = entry.text("a name in the environment") else { continue }
      guard Self.isName(variable) else {
        entry.fault(
          .unexpected(
            expected: "a name in the environment, such as RANKER_AUTHORIZATION",
            found: "something else"))
        continue
      }
      headers[name] = variable
    }
    return headers
  }
}
