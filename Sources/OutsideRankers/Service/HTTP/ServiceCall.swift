internal import DataFiles
internal import SocialFeed

/// Calls a service, and reports why it gave no answer.
struct ServiceCall: Sendable {
  let settings: ServiceRanker.Settings
  let connections: ServiceConnections
  let headers: [(name: String, value: String)]

  /// The longest text in an answer, besides what it has of each candidate.
  static let longestText = 1 << 20

  /// The body of the answer to JSON.
  ///
  /// - Parameters:
  ///   - path: Where it is sent, besides the url's.
  ///   - effect: Whether the service may get it twice.
  ///   - limit: How long the answer may be.
  func post(
    _ body: [UInt8], at path: String? = nil, _ effect: RequestEffect = .none, limit: Int
  ) throws(RankerFailure) -> [UInt8] {
    try content(of: answer(to: body, at: path, effect, limit: limit), "POST")
  }

  /// The body of the answer to a GET.
  ///
  /// - Parameters:
  ///   - path: Where it is sent, with its query.
  ///   - headers: Further ones.
  func get(
    _ path: String, headers: [(name: String, value: String)] = []
  ) throws(RankerFailure) -> [UInt8] {
    try content(
      of: answer(to: nil, at: path, headers: headers, limit: Self.longestText), "GET")
  }

  /// Sends JSON that the service learns from to a path that it need not have.
  ///
  /// - Parameter headers: Further ones.
  /// - Returns: Whether it has it.
  func offer(
    _ body: [UInt8], to path: String, headers: [(name: String, value: String)]
  ) throws(RankerFailure) -> Bool {
    let answer = try answer(
      to: body, at: path, headers: headers, .teaches, limit: Self.longestText)
    guard ![404, 405, 501].contains(answer.status) else { return false }
    guard (200..<300).contains(answer.status) else {
      throw failure(predicate(besides: Self.predicate(ofStatus: answer, "POST")))
    }
    return true
  }

  /// The body of an answer that has JSON.
  private func content(
    of answer: HTTPAnswer, _ method: String
  ) throws(RankerFailure) -> [UInt8] {
    guard (200..<300).contains(answer.status) else {
      throw failure(predicate(besides: Self.predicate(ofStatus: answer, method)))
    }
    if let encoding = answer.encoding {
      throw failure(
        "answered in the encoding '\(encoding.oneLine.excerpt)', which FeedLab does not read; let the service send JSON"
          + " without encoding, as the header 'Accept-Encoding: identity' of each request demands")
    }
    guard let first = answer.body.first(where: { !" \t\r\n".utf8.contains($0) }) else {
      throw failure("\(Self.status(of: answer)) and an empty body; it has to answer with JSON")
    }
    let isPage = answer.headers["content-type"]?.lowercased().hasPrefix("text/html") ?? false
    // Flask calls a text HTML, also one of JSON.
    let isObject = first == UInt8(ascii: "{")
    if isPage && !isObject || first == UInt8(ascii: "<") {
      throw failure(
        "answered with HTML instead of JSON\(Self.start(of: answer)); look at the path of its 'url'"
      )
    }
    return answer.body
  }

  /// The seconds that the answer to a GET may take at most.
  private static let longestGreeting = 2.0

  /// What the service answers to a GET.
  ///
  /// - Returns: `nil` where it gives no answer that lasts: no service has to answer a GET, and a broken one fails
  ///   requests.
  /// - Throws: Where no service answers.
  func greeting() throws(RankerFailure) -> ServiceGreeting? {
    let answer: HTTPAnswer
    do throws(ServiceFault) {
      answer = try self.answer(
        to: nil, limit: Self.longestText, within: min(Self.longestGreeting, settings.limit))
    } catch {
      switch error {
      case .noHost, .refused, .unreachable, .unneeded:
        throw failure(predicate(besides: settings.predicate(of: error)))
      default: return nil
      }
    }
    guard [200, 404, 405].contains(answer.status) else { return nil }
    guard answer.status == 200, let hello = ServiceHello(answer.body) else { return .other }
    return .hello(hello)
  }

  private func answer(
    to body: [UInt8]?, at path: String? = nil, headers: [(name: String, value: String)] = [],
    _ effect: RequestEffect = .none, limit: Int
  ) throws(RankerFailure) -> HTTPAnswer {
    do throws(ServiceFault) {
      return try answer(
        to: body, at: path, headers: headers, effect, limit: limit, within: settings.limit)
    } catch {
      let isUnclear = effect == .teaches && [.closed, .cut].contains(error)
      throw failure(
        predicate(besides: settings.predicate(of: error)) + (isUnclear ? Self.unclearRemedy : ""))
    }
  }

  /// What is said besides of a service that closed the connection of a request from which it was to learn.
  private static let unclearRemedy =
    "; the service was to learn from this request, and may have done so, so that it is not sent again: look at its log,"
    + " start it anew unless FeedLab starts it, and run the command again"

  private func answer(
    to body: [UInt8]?, at path: String? = nil, headers: [(name: String, value: String)] = [],
    _ effect: RequestEffect = .none, limit: Int, within seconds: Double
  ) throws(ServiceFault) -> HTTPAnswer {
    let request = HTTPRequest(
      connections.address, path: path, headers: self.headers + headers, json: body)
    return try connections.ask(request, effect, limit: limit, within: seconds)
  }

  /// - Parameter predicate: The rest of the sentence.
  func failure(_ predicate: String) -> RankerFailure { settings.failure(predicate) }

  /// The predicate of a sentence on a service without an answer, with the end of a process that FeedLab has started.
  func predicate(besides predicate: String) -> String {
    connections.process?.predicate(besides: predicate) ?? predicate
  }
}

/// What a service answers to a GET.
enum ServiceGreeting: Hashable, Sendable {
  case hello(ServiceHello)
  /// It answers no `hello`.
  case other
}

extension ServiceRanker.Settings {
  /// The predicate of a sentence on a service that gave no answer.
  func predicate(of fault: ServiceFault) -> String {
    switch fault {
    case .noHost:
      "is on an unknown host, '\(address.host.excerpt)'; look at its 'url' in the scenario"
    case .refused: "refused the connection; is the service started?"
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .closed: "closed the connection without an answer"
    case .cut: "closed the connection in the middle of its answer"
    case .late:
      "did not answer within \(limit.shortest) s, its 'timeout' in the scenario"
    case .unneeded: "was interrupted before it answered"
    case .noHTTP(let text):
      "answered \(text.oneLine.isEmpty ? "a blank line" : "'\(text.oneLine.excerpt(atMost: 60))'"), which is no HTTP;"
        + " look at the port of its 'url'"
    case .longHead(let bytes):
      "began an answer whose headers have more than \(bytes.grouped) bytes"
    case .longBody(let bytes):
      "began an answer of more than \(bytes.grouped) bytes, which no answer to this request needs"
    }
  }
}

extension ServiceCall {
  /// Such as `answered with status 404 (Not Found)`.
  private static func status(of answer: HTTPAnswer) -> String {
    let reason = answer.reason.oneLine.excerpt(atMost: 60)
    return "answered with status \(answer.status)" + (reason.isEmpty ? "" : " (\(reason))")
  }

  private static func predicate(ofStatus answer: HTTPAnswer, _ method: String) -> String {
    let status = status(of: answer)
    switch answer.status {
    case 300..<400:
      let target = answer.headers["location"].flatMap(shown).map { " to '\($0)'" } ?? ""
      return "\(status), a redirect\(target), which is not followed; write the url that answers"
    case 401, 403:
      return status + start(of: answer)
        + "; 'headers-from-env' in the scenario sends a header that it needs"
    case 404: return "\(status)\(start(of: answer)); look at the path of its 'url'"
    case 405: return "\(status)\(start(of: answer)); it has to answer \(method)"
    default: return status + start(of: answer)
    }
  }

  /// The target of a redirect, without what may be a secret.
  private static func shown(_ location: String) -> String? {
    let text = location.prefix { $0 != "?" && $0 != "#" }
    return text.contains("@") ? nil : String(text).oneLine.excerpt(atMost: 100)
  }

  /// The start of the body, on one line; empty where it is compressed.
  private static func start(of answer: HTTPAnswer) -> String {
    guard answer.encoding == nil else { return "" }
    let text = String(decoding: answer.body, as: UTF8.self).oneLine
    return text.isEmpty ? "" : ": '\(text.excerpt(atMost: 200))'"
  }
}

/// A service's description of itself.
package struct ServiceHello: Hashable, Sendable {
  private let members: [String: JSONValue]

  /// - Parameter body: What it answers to a GET.
  /// - Returns: `nil` where that is no `hello`.
  package init?(_ body: [UInt8]) {
    guard case .object(let members)? = try? PositionedJSON(body, file: "").value,
      members["type"] == .string(MessageKind.hello.name)
    else { return nil }
    self.members = members
  }

  /// Throws where the service is no ranker for the settings.
  package func check(for settings: ServiceRanker.Settings) throws(AnswerFault) {
    let version = members["version"]
    guard version == .number(Double(MessageHeader.version)) else {
      throw .version(version?.canonical ?? "none")
    }
    if let kind = members["kind"], kind != .string("score") {
      throw AnswerFault(
        "is of the kind \(kind.canonical.excerpt); with 'dialect: score' a service is of the kind \"score\""
      )
    }
    guard members["stateless"] != .bool(false) else {
      throw AnswerFault(
        "keeps a state from request to request, and several worlds ask it; score by what each request has, and say "
          + "\"stateless\": true")
    }
    try checkReads(settings.reads)
    // A number, a list or an object is its text: {"digest": 5} is the version 5.
    if let named = settings.version, let digest = members["digest"], digest != .null {
      let text = if case .string(let text) = digest { text } else { digest.canonical }
      guard text != named else { return }
      throw AnswerFault(
        "has the version '\(text.excerpt(atMost: 80))', but the scenario names '\(named.excerpt(atMost: 80))';"
          + " write the former as its 'version'")
    }
  }

  private func checkReads(_ sent: [RankerFeature]) throws(AnswerFault) {
    guard case .array(let names)? = members["reads"] else { return }
    let reads = names.map { if case .string(let name) = $0 { name } else { $0.canonical } }
    if let fault = AnswerFault(reading: reads, ofSent: sent, HostedRanker.url) { throw fault }
  }
}
