internal import DataFiles
internal import Foundation
public import SocialFeed

/// A ranker behind a url: a service that answers requests over HTTP. See `docs/reference/ranker-protocol.md`.
///
/// Each request has all that its answer depends on, so that any number of worlds may ask at a time, over as many
/// connections. Rankers with one url and the same headers share them.
public struct ServiceRanker: RankerHost {
  /// What the scenario says about a service.
  public struct Settings: Sendable, Hashable {
    /// Where it is.
    public var address: ServiceAddress
    /// The form of requests and answers.
    public var dialect: ServiceDialect
    /// The columns of each request, in this order; none in a dialect with fields of its own.
    public var reads: [RankerFeature]
    /// Those of the arm.
    public var parameters: [String: Double]
    /// What its answers depend on besides, such as a model, as its user names it; `nil` where nobody does.
    public var version: String?
    /// Names of headers, and those of the settings in the environment that have their values.
    public var headers: [String: String]
    /// How many requests it may get at a time; `nil` for as many as there are. Of rankers with one url the least counts.
    public var lanes: Int?
    /// Seconds that an answer may take.
    public var limit: Double
    /// What a feed generator of the AT Protocol is asked for besides.
    public var feed = FeedSettings()

    public init(
      address: ServiceAddress, dialect: ServiceDialect = .score, reads: [RankerFeature] = [],
      parameters: [String: Double] = [:], version: String? = nil, headers: [String: String] = [:],
      lanes: Int? = nil, limit: Double = 30
    ) {
      self.address = address
      self.dialect = dialect
      self.reads = reads
      self.parameters = parameters
      self.version = version
      self.headers = headers
      self.lanes = lanes
      self.limit = limit
    }
  }

  public let digest: String
  private let settings: Settings
  private let connections: ServiceConnections

  /// - Precondition: No feature is read twice, all parameters are finite, and the limits are above 0.
  public init(_ settings: Settings) {
    precondition(settings.limit > 0, "a ranker may take \(settings.limit) s, not more than 0")
    precondition(settings.lanes ?? 1 > 0, "a service may get no request at a time")
    precondition(
      Set(settings.reads).count == settings.reads.count, "a ranker reads a feature twice")
    precondition(
      settings.parameters.values.allSatisfy(\.isFinite), "a parameter of a ranker is not finite")
    self.settings = settings
    digest = settings.digest
    connections = .shared(
      for: settings.address, headers: settings.headers, lanes: settings.lanes)
  }

  public var name: String { settings.address.text }

  public var features: FeatureSet {
    settings.dialect == .prosocial ? ProsocialRequest.features : FeatureSet(settings.reads)
  }

  public var kind: RankerKind {
    switch settings.dialect {
    case .score: .score
    case .prosocial: .order
    case .atproto: .serve
    }
  }

  public var learns: Bool { settings.dialect == .atproto }

  public var isIdentified: Bool { settings.version != nil }

  public func open(world: Int) throws(RankerFailure) -> any RankerLane {
    let call = ServiceCall(
      settings: settings, connections: connections, headers: try settings.headerValues())
    guard settings.dialect == .score else {
      return ProsocialLane(call)
    }
    if let hello = try connections.hello(by: call) {
      do throws(AnswerFault) { try hello.check(for: settings) } catch {
        throw call.failure(error.predicate)
      }
    }
    return ScoreLane(call, world: world, digest: digest)
  }
}

/// The form of the requests to a service and of its answers.
public enum ServiceDialect: String, CaseIterable, Hashable, Sendable {
  /// The messages of the protocol of rankers in other processes.
  case score
  /// That of the Prosocial Ranking Challenge, whose rankers give an order.
  case prosocial
  /// Feed generators of the AT Protocol, as Bluesky asks them.
  case atproto
}

extension ServiceRanker {
  /// Begins the requests of a world to a feed generator that runs already and reads this relay, which the lane stops.
  package func open(world: Int, relay: FirehoseRelay) throws(RankerFailure) -> any RankerLane {
    let call = ServiceCall(
      settings: settings, connections: connections, headers: try settings.headerValues())
    return AtProtoLane(call, relay: relay, world: world)
  }
}

extension ServiceRanker.Settings {
  /// The SHA-256 of the ranker: where it is, its version, what it reads and its parameters. Headers and limits change no
  /// score.
  var digest: String {
    let description = JSONValue.object([
      "kind": .string("url"), "protocol": .whole(UInt64(MessageHeader.version)),
      "url": .string(address.text), "dialect": .string(dialect.rawValue),
      "version": version.map(JSONValue.string) ?? .null,
      "reads": .array(reads.map { .string($0.name) }),
      "parameters": .object(parameters.mapValues(JSONValue.number)),
    ])
    return SHA256.hexDigest(of: description.canonical)
  }

  /// The headers with their values, by name.
  func headerValues() throws(RankerFailure) -> [(name: String, value: String)] {
    var values: [(name: String, value: String)] = []
    for (name, variable) in headers.sorted(by: { $0.key < $1.key }) {
      guard let value = ProcessInfo.processInfo.environment[variable] else {
        throw failure(
          "needs \(variable) of the environment for its header '\(name)', which is not set")
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw failure("cannot have \(variable) of the environment as a header: it is not one line")
      }
      values.append((name, value))
    }
    return values
  }

  /// - Parameter predicate: The rest of the sentence.
  func failure(_ predicate: String) -> RankerFailure {
    RankerFailure(of: address.text.excerpt(atMost: 200), predicate)
  }
}

/// The requests of a world to a service that answers in scores.
private final class ScoreLane: RankerLane, @unchecked Sendable {
  private let call: ServiceCall
  private let context: String
  private var writer: RequestWriter

  init(_ call: ServiceCall, world: Int, digest: String) {
    self.call = call
    context = RequestWriter.context(
      world: world, digest: digest, parameters: call.settings.parameters,
      seed: CommandRanker.seed(of: world))
    writer = RequestWriter(.json, reads: call.settings.reads)
  }

  func score(
    _ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>
  ) throws(RankerFailure) {
    writer.clear()
    writer.score(candidates, context: context)
    let answer = try call.post(writer.bytes, limit: ScoreAnswer.longest(of: candidates.count))
    do throws(AnswerFault) { try ScoreAnswer.read(answer, into: &scores) } catch {
      throw call.failure(error.predicate)
    }
  }
}
