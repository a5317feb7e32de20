internal import CFeedLabRanker
internal import DataFiles
public import SocialFeed

/// A ranker in a shared library with the C interface of `feedlab_ranker.h`.
///
/// A library is loaded once and stays until the program ends: code of others may have threads that go on, and functions
/// that run at the end of a thread, so that taking it out of memory is not safe.
public struct LibraryRanker: RankerHost {
  /// The path of the library, and what it calls itself, such as `libwarm.so (warm 2.1)`.
  public let name: String
  public let digest: String
  public let features: FeatureSet
  private let functions: LibraryFunctions
  private let parameters: LibraryParameters

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
    functions = try LibraryFunctions(library, name: name, symbol: symbol)
    self.name = functions.title.map { "\(name) (\($0))" } ?? name
    features = FeatureSet(functions.features)
    self.parameters = LibraryParameters(parameters)
    digest = Self.digest(ofFile: library.digest, parameters: parameters)
  }

  /// The digest of a ranker from the digest of its library, which need not be there.
  package static func digest(ofFile file: String, parameters: [String: Double]) -> String {
    SHA256.hexDigest(
      of: JSONValue.object([
        "kind": .string("library"), "file": .string(file),
        "parameters": .object(parameters.mapValues(JSONValue.number)),
      ]).canonical)
  }

  /// The paths of the libraries that this program has loaded or was about to load.
  package static var loadedPaths: [String] { LoadedLibrary.paths }

  public func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    try LibraryLane(functions, parameters, world: world, name: name)
  }
}
