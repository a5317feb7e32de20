internal import DataFiles
internal import Foundation
public import SocialFeed
internal import Synchronization

/// A ranker behind a url: a service that answers requests. See `docs/reference/ranker-protocol.md`.
///
/// A service that FeedLab starts has one process for each lane, which ends with the lane, so that each has a state of its
/// own. One that runs already is called by any number of worlds at a time, over as many connections, which rankers with
/// one url and the same headers share: each request has all that its answer depends on. It has no ``SecondInstance`` of its own,
/// and gets requests again at the end of some worlds.
public struct ServiceRanker: RankerHost {
  /// The settings of a service in the scenario.
  public struct Settings: Sendable, Hashable {
    /// Where it is.
    public var address: ServiceAddress
    /// The service, where FeedLab starts one for each lane, at the port that the address has none of then; `nil` for one
    /// that runs already.
    public var program: ServiceProgram?
    /// The form of requests and answers.
    public var dialect: ServiceDialect
    /// The columns of each request, in this order; none in a dialect with fields of its own.
    public var reads: [RankerFeature]
    /// The arm's parameters; in the dialect `vw` the rewards of acts, by their names.
    public var parameters: [String: Double]
    /// Whether posts are drawn by the probabilities that the service gives, in a dialect that has them.
    public var explores: Bool
    /// The user's name for what its answers depend on besides, such as a model; `nil` without one.
    public var version: String?
    /// Names of headers, and names of the environment's settings that have their values.
    public var headers: [String: String]
    /// How many requests it may get at a time; `nil` for as many as there are. Of rankers with one url the least counts.
    public var lanes: Int?
    /// Seconds that an answer may take.
    public var limit: Double
    /// The request to a feed generator of the AT Protocol.
    public var feed = FeedSettings()

    public init(
      address: ServiceAddress, program: ServiceProgram? = nil, dialect: ServiceDialect = .score,
      reads: [RankerFeature] = [],
      parameters: [String: Double] = [:], explores: Bool = true, version: String? = nil,
      headers: [String: String] = [:],
      lanes: Int? = nil, limit: Double = 30
    ) {
      self.address = address
      self.program = program
      self.dialect = dialect
      self.reads = reads
      self.parameters = parameters
      self.explores = explores
      self.version = version
      self.headers = headers
      self.lanes = lanes
      self.limit = limit
    }
  }

  public let digest: String
  private let settings: Settings
  /// The connections of a service that runs already.
  private let shared: ServiceConnections?
  /// Which lanes have requests that are sent again at their end.
  private let seconds = SecondInstances()

  /// - Precondition: The scheme of the address is the dialect's, it has a port unless there is a program, which has a
  ///   word, no feature is read twice, all parameters are finite, and the limits are above 0.
  public init(_ settings: Settings) {
    precondition(settings.limit > 0, "a ranker may take \(settings.limit) s, not more than 0")
    precondition(settings.lanes ?? 1 > 0, "a service may get no request at a time")
    precondition(
      Set(settings.reads).count == settings.reads.count, "a ranker reads a feature twice")
    precondition(
      settings.parameters.values.allSatisfy(\.isFinite), "a parameter of a ranker is not finite")
    precondition(
      (settings.address.port == nil) == (settings.program != nil),
      "the port of \(settings.address.text) differs from the port of its program")
    precondition(settings.program?.command.isEmpty != true, "a service is started without a word")
    precondition(
      settings.address.scheme == settings.dialect.traits.scheme,
      "\(settings.address.text) is no url of the dialect \(settings.dialect)")
    self.settings = settings
    digest = settings.digest
    shared =
      settings.program == nil
      ? .shared(for: settings.address, headers: settings.headers, lanes: settings.lanes) : nil
  }

  public var name: String { settings.name }

  public var features: FeatureSet {
    settings.dialect.traits.features ?? FeatureSet(settings.reads)
  }

  public var kind: RankerKind { settings.dialect.traits.kind }

  public var learns: Bool { settings.dialect.traits.learns }

  public var identityGap: IdentityGap? {
    if settings.version != nil { return nil }
    guard let program = settings.program else { return .version }
    return ProgramCode.gap(of: program.command, files: program.files, in: program.folder)
  }

  public func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    // One that learns is started for each lane, or has one lane: it can have no memory of another.
    let isReused = settings.program == nil && seconds.hasHadLane
    guard !learns, seconds.takesNext(isReused: isReused, learns: false) else {
      return try open(world: world, nil)
    }
    return try open(
      world: world,
      SecondInstance(settings.program == nil ? .later : .fresh) { () throws(RankerFailure) in
        try open(world: world, nil)
      })
  }

  private func open(
    world: RankerWorld, _ second: SecondInstance?
  ) throws(RankerFailure) -> any RankerLane {
    let headers = try settings.headerValues()
    if learns, settings.program == nil { try settings.takeOnlyLane() }
    let relay = settings.dialect.traits.needsStart ? try relay() : nil
    let started = try startedService(relay)
    var call: ServiceCall {
      ServiceCall(settings: settings, connections: connections(to: started), headers: headers)
    }
    switch settings.dialect {
    case .atproto:
      guard let relay else { preconditionFailure("the lane of \(name) has no relay") }
      return AtProtoLane(call, relay: relay, world: world)
    case .vw:
      let socket = if let started { started.first } else { try settings.connection() }
      return VWLane(settings, process: started?.process, socket, world: world)
    case .metarank: return MetarankLane(call)
    case .prosocial: return ProsocialLane(call, second)
    case .score:
      let call = call
      if let hello = try call.connections.hello(by: call) {
        do throws(AnswerFault) { try hello.check(for: settings) } catch {
          throw call.failure(error.predicate)
        }
      }
      return ScoreLane(call, world: world, digest: digest, second)
    }
  }

  /// The service of a lane and the first connection to it; `nil` where it runs already.
  ///
  /// - Parameter relay: What it reads, which is stopped where it cannot be started.
  private func startedService(_ relay: FirehoseRelay?) throws(RankerFailure) -> Started? {
    guard let program = settings.program else { return nil }
    do throws(RankerFailure) {
      let process = try ServiceProcess(
        program, for: settings, values: relay.map { [.relay: $0.url] } ?? [:])
      return (process, try process.connection(for: settings))
    } catch {
      relay?.stop()
      throw error
    }
  }

  private typealias Started = (process: ServiceProcess, first: ServiceSocket)

  private func connections(to started: Started?) -> ServiceConnections {
    if let started { return ServiceConnections(started.process, first: started.first) }
    guard let shared else { preconditionFailure("the service \(name) is never started") }
    return shared
  }
}

// MARK: - Feed generators

extension ServiceRanker {
  /// Begins the requests of a world to a feed generator that runs already and reads a relay, which the lane stops.
  package func open(world: RankerWorld, relay: FirehoseRelay) throws(RankerFailure)
    -> any RankerLane
  {
    AtProtoLane(
      ServiceCall(
        settings: settings, connections: connections(to: nil), headers: try settings.headerValues()),
      relay: relay, world: world)
  }

  private func relay() throws(RankerFailure) -> FirehoseRelay {
    do throws(FirehoseRelayError) { return try FirehoseRelay() } catch {
      throw settings.failure("cannot have a relay: \(error.reason)")
    }
  }
}

extension ServiceRanker.Settings {
  /// The addresses with ports where a service that learns and runs already has had its lane: all paths of one have one state.
  private static let lanes = Mutex<Set<String>>([])

  /// Begins the one lane of a service that learns and runs already: its state would continue another world's.
  fileprivate func takeOnlyLane() throws(RankerFailure) {
    let endpoints: Set<String>
    do throws(ServiceFault) { endpoints = try address.endpoints() } catch {
      throw failure(predicate(of: error))
    }
    let isFirst = Self.lanes.withLock { lanes in
      defer { lanes.formUnion(endpoints) }
      return lanes.isDisjoint(with: endpoints)
    }
    guard isFirst else {
      throw failure(
        "is a learning service with one state, asked for more than one lane; write 'start' in the scenario, by which"
          + " each lane has a service of its own, or simulate one arm in one world")
    }
  }

  /// A connection to a service that runs already.
  fileprivate func connection() throws(RankerFailure) -> ServiceSocket {
    do throws(ServiceFault) {
      return try ServiceSocket(address, until: Deadline(seconds: limit))
    } catch {
      throw failure(predicate(of: error))
    }
  }

  /// The program of a service that FeedLab starts, as somebody would write it, or where the service is.
  var name: String { program?.name ?? address.text }

  /// The SHA-256 of the ranker: where it is, what starts it, its version, what it reads and its parameters. Headers, limits
  /// and the folder change no score.
  var digest: String {
    var description: [String: JSONValue] = [
      "kind": .string("url"), "protocol": .whole(UInt64(MessageHeader.version)),
      "url": .string(address.text), "dialect": .string(dialect.rawValue),
      "version": version.map(JSONValue.string) ?? .null,
      "reads": .array(reads.map { .string($0.name) }),
      "parameters": .object(parameters.mapValues(JSONValue.number)),
    ]
    if dialect == .atproto {
      description["feed"] = feed.uri.map(JSONValue.string) ?? .null
      description["sentinel"] = .string(feed.sentinel)
      description["phrase"] = feed.phrase.map(JSONValue.string) ?? .null
    }
    if !explores { description["explore"] = .bool(false) }
    if let program {
      description["start"] = .array(program.command.map(JSONValue.string))
      description["files"] = RankerFiles(list: program.files, folder: program.folder).json
    }
    return SHA256.hexDigest(of: JSONValue.object(description).canonical)
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

  /// - Parameter predicate: The rest of the sentence, in which `***` takes the place of what a service repeats of its
  ///   headers.
  func failure(_ predicate: String) -> RankerFailure {
    let environment = ProcessInfo.processInfo.environment
    let secrets = HeaderSecrets(headers.values.compactMap { environment[$0] })
    return RankerFailure(of: name.excerpt(atMost: 200), secrets.hidden(in: predicate))
  }
}

/// The requests of a world to a service that answers in scores.
private final class ScoreLane: RankerLane, @unchecked Sendable {
  private let call: ServiceCall
  private let context: String
  private var writer: RequestWriter
  let second: SecondInstance?

  init(_ call: ServiceCall, world: RankerWorld, digest: String, _ second: SecondInstance?) {
    self.call = call
    self.second = second
    context = RequestWriter.context(
      world: world, digest: digest, parameters: call.settings.parameters)
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
