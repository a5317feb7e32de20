internal import CFeedLabRanker
internal import DataFiles
public import SocialFeed
internal import Synchronization

/// A ranker in a shared library with the C interface of `feedlab_ranker.h`.
///
/// A library is loaded once and stays until the program ends: code of others may have threads that go on, and functions
/// that run at the end of a thread, so that taking it out of memory is not safe. A ``SecondInstance`` is another process of this
/// program (``LibraryServer``).
public struct LibraryRanker: RankerHost {
  /// The path of the library, and what it calls itself, such as `libwarm.so (warm 2.1)`.
  public let name: String
  public let digest: String
  public let features: FeatureSet
  private let functions: LibraryFunctions
  private let parameters: LibraryParameters
  /// The library in a process of its own; `nil` where this program serves none.
  private let other: CommandRanker.Settings?
  private let seconds = SecondInstances()

  /// Loads a library and gets the features that it reads.
  ///
  /// - Parameters:
  ///   - path: Of the file, from the program's working directory.
  ///   - name: The path for messages.
  ///   - parameters: By name; each is finite.
  public init(
    path: String, name: String, parameters: [String: Double]
  ) throws(RankerFailure) {
    try self.init(
      path: path, name: name, parameters: parameters, symbol: "feedlab_ranker_init")
  }

  /// - Parameter symbol: The function that fills the table: a library of the tests has several.
  package init(
    path: String, name: String, parameters: [String: Double], symbol: String
  ) throws(RankerFailure) {
    for (parameter, value) in parameters.sorted(by: { $0.key < $1.key }) where !value.isFinite {
      throw RankerFailure(
        "the parameter '\(parameter.excerpt)' of \(name) is \(value), not a finite number")
    }
    let library = try LoadedLibrary(path: path, name: name)
    let functions = try LibraryFunctions(library, name: name, symbol: symbol)
    self.functions = functions
    self.name = functions.title.map { "\(name) (\($0))" } ?? name
    features = FeatureSet(functions.features)
    self.parameters = LibraryParameters(parameters)
    digest = Self.digest(ofFile: library.digest, parameters: parameters)
    other = LibraryServer.program.map { program in
      CommandRanker.Settings(
        command: [program, LibraryServer.argument, path], folder: ".", reads: functions.features,
        parameters: parameters, limit: Self.limit)
    }
  }

  /// The digest of a ranker from the digest of its library, which need not be there.
  package static func digest(ofFile file: String, parameters: [String: Double]) -> String {
    SHA256.hexDigest(
      of: JSONValue.object([
        "kind": .string("library"), "file": .string(file),
        "parameters": .object(parameters.mapValues(JSONValue.number)),
      ]).canonical)
  }

  /// Has a function called with the path of each library before it is loaded.
  package static func beforeLoading(_ action: @escaping @Sendable (_ path: String) -> Void) {
    LoadedLibrary.beforeLoading.withLock { $0 = action }
  }

  /// The paths of the libraries that this program has loaded or was about to load.
  package static var loadedPaths: [String] { LoadedLibrary.paths }

  /// Seconds that another process may take for an answer, which a library here may take any time for.
  private static let limit = 3600.0

  public func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    var second: SecondInstance?
    if seconds.takesNext(isReused: seconds.hasHadLane, learns: false) {
      second = SecondInstance(other == nil ? .later : .fresh) { () throws(RankerFailure) in
        guard let other else {
          return try LibraryLane(functions, parameters, world: world, name: name)
        }
        return try other.ownLane(world: world, digest: digest)
      }
    }
    return try LibraryLane(functions, parameters, world: world, name: name, second)
  }
}
