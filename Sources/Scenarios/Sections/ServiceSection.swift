internal import DataFiles
internal import OutsideRankers
internal import SocialFeed

// What a scenario says about a ranker that is a service.

extension ProgramSection {
  static let serviceExample =
    "{ranker: url, url: \"http://127.0.0.1:8000/rank\", reads: [likes, age_hours]}"
  private static let url = "the url of a service, such as http://127.0.0.1:8000/rank"
  private static let version = "a text that names what the service is, such as its commit"
  private static let dialects = ServiceDialect.allCases.map(\.rawValue)
  private static let lanes = NumberForm(range: 1...256, isWhole: true)
  private static let headers =
    "a map of headers, each with a name in the environment, such as {Authorization: RANKER_AUTHORIZATION}"

  static let serviceKeys = [
    KeySyntax(
      path: "url",
      summary:
        "Where the service is. It begins with http://, since FeedLab has no encryption: a local proxy may have it. It has no "
        + "user, no password and no query, since results repeat it.",
      form: .text(url), isRequired: true),
    KeySyntax(
      path: "dialect",
      summary:
        "The form of requests and answers: score, the messages of FeedLab's protocol; prosocial, that of the Prosocial "
        + "Ranking Challenge, which answers with an order.",
      form: .choice(dialects), defaultValue: .string(ServiceDialect.score.rawValue)),
    KeySyntax(
      path: "reads",
      summary:
        "The features that the service gets, a column each: feedlab describe rankers command. Required for the dialect "
        + "score; none for prosocial, which has fields of its own.",
      form: .list(of: .choice(RankerFeature.allCases.map(\.name))), defaultSummary: "none"),
    parametersKey,
    KeySyntax(
      path: "version",
      summary:
        "Names what answers depend on besides, such as the service's commit and its model. Raise it with them: a finished "
        + "run is used again until it changes. Without it, no run of the arm is saved.",
      form: .text(version), defaultSummary: "none"),
    KeySyntax(
      path: "lanes",
      summary:
        "How many requests the service gets at a time. Of arms with one url, the least counts.",
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
      summary: "How long the service may take for an answer, before its run fails.",
      form: .duration(limit), defaultValue: .string(DurationForm.text(usualLimit))),
  ]

  /// - Parameter before: How many faults there were before the map was read.
  func service(_ parameters: [String: Double], _ before: Int) -> ProgramHost? {
    let address = address()
    let dialect =
      cursor["dialect"].map { $0.choice(of: "dialect", among: Self.dialects) }
      ?? ServiceDialect.score.rawValue
    let reads =
      dialect == ServiceDialect.prosocial.rawValue
      ? fixedFields() : reads(of: .score, learns: false)
    let version = cursor["version"].map { $0.text(Self.version) }
    let lanes = cursor["lanes"].map { $0.number(Self.lanes) }
    let headers = cursor["headers-from-env"].map { self.headers($0) } ?? [:]
    let limit = cursor["timeout"].map { $0.duration(Self.limit) } ?? Self.usualLimit
    guard let address, let dialect = dialect.flatMap(ServiceDialect.init), let reads, let limit,
      cursor.faults.count == before
    else { return nil }
    return ProgramHost(
      url: ServiceRanker.Settings(
        address: address, dialect: dialect, reads: reads, parameters: parameters,
        version: version ?? nil, headers: headers, lanes: (lanes ?? nil).map { Int($0) },
        limit: limit), tapes: files.known.tapes?.folder)
  }

  /// Adds a fault for each key that a dialect with fields of its own has no use for.
  private func fixedFields() -> [RankerFeature] {
    for (key, what) in [("reads", "its own fields"), ("parameters", "no parameters")] {
      cursor[key]?.keyFault(.contradiction("the dialect prosocial has \(what); leave '\(key)' out"))
    }
    return []
  }

  private func address() -> ServiceAddress? {
    guard let entry = cursor["url"] else {
      cursor.missing("url", "is missing; write \(Self.serviceExample)")
      return nil
    }
    guard let text = entry.text(Self.url) else { return nil }
    do throws(ServiceAddressFault) { return try ServiceAddress(text) } catch {
      entry.fault(Self.reason(of: error, text))
      return nil
    }
  }

  private static func reason(of fault: ServiceAddressFault, _ text: String) -> LocatedFault.Reason {
    switch fault {
    case .shape: .unexpected(expected: url, found: "'\(text.excerpt)'")
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
    "accept", "connection", "content-length", "content-type", "host", "transfer-encoding",
  ]

  private func headers(_ cursor: DocumentCursor) -> [String: String] {
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
