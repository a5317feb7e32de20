internal import DataFiles
package import OutsideRankers
package import SocialFeed

/// An external ranker, as a scenario names it.
package struct ProgramHost: ParametricHost {
  /// How FeedLab calls it.
  enum Carrier: Sendable {
    case command(CommandRanker.Settings)
    /// A library under the path that the scenario has.
    case library(String)
    case url(ServiceRanker.Settings)
  }

  let carrier: Carrier
  /// Where its files are.
  let folder: ProgramFolder
  /// What its answers depend on, in the order of their names: for a library only the library.
  package let files: [RankerFile]
  package let parameters: [String: Double]
  /// The folder of the tapes that its pages come from, without the program itself; `nil` where FeedLab calls it.
  let tapes: String?
  private let host: any RankerHost

  /// - Parameter settings: Their ``CommandRanker/Settings/folder`` is the files' folder.
  init(
    command settings: CommandRanker.Settings, in folder: ProgramFolder, tapes: String? = nil
  ) {
    var settings = settings
    settings.folder = folder.workingFolder(of: settings.files)
    carrier = .command(settings)
    self.folder = folder
    files = settings.files
    parameters = settings.parameters
    self.tapes = tapes
    host = CommandRanker(settings)
  }

  /// Loads a library.
  init(
    library file: RankerFile, parameters: [String: Double], in folder: ProgramFolder
  ) throws(RankerFailure) {
    carrier = .library(file.name)
    self.folder = folder
    files = [file]
    self.parameters = parameters
    tapes = nil
    host = try LibraryRanker(
      path: folder.location(of: file), name: file.name, parameters: parameters)
  }

  /// Stands for a library that is not there, in an arm that is not simulated.
  init(absentLibrary name: String, parameters: [String: Double], in folder: ProgramFolder) {
    carrier = .library(name)
    self.folder = folder
    // The digest of no file.
    files = [RankerFile(name: name, digest: String(repeating: "0", count: 64))]
    self.parameters = parameters
    tapes = nil
    host = RefusedHost(
      name: name, digest: "absent", features: FeatureSet([]),
      failure: RankerFailure(of: name, "was not there when the scenario was read"))
  }

  /// A library that is not loaded, since its pages come from tapes, or no arm is simulated.
  ///
  /// - Parameter reads: The known features that the loaded library reads.
  init(
    unloaded file: RankerFile, reads: [RankerFeature] = [], parameters: [String: Double],
    in folder: ProgramFolder, tapes: String? = nil
  ) {
    carrier = .library(file.name)
    self.folder = folder
    files = [file]
    self.parameters = parameters
    self.tapes = tapes
    host = UnloadedLibrary(
      name: file.name,
      digest: LibraryRanker.digest(ofFile: file.digest, parameters: parameters),
      features: FeatureSet(reads))
  }

  /// - Parameter settings: Where the service is, which has files here where FeedLab starts it: the
  ///   ``ServiceProgram/folder`` is the files' folder.
  init(url settings: ServiceRanker.Settings, in folder: ProgramFolder, tapes: String? = nil) {
    var settings = settings
    files = settings.program?.files ?? []
    settings.program?.folder = folder.workingFolder(of: files)
    carrier = .url(settings)
    self.folder = folder
    parameters = settings.parameters
    self.tapes = tapes
    host = ServiceRanker(settings)
  }

  /// The ranker of another one with these parameters.
  private init(_ other: ProgramHost, _ parameters: [String: Double], _ host: any RankerHost) {
    (carrier, folder, files, tapes) = (other.carrier, other.folder, other.files, other.tapes)
    self.parameters = parameters
    self.host = host
  }

  package var name: String { host.name }
  package var digest: String { host.digest }
  package var features: FeatureSet { host.features }
  package var kind: RankerKind { host.kind }
  package var learns: Bool { host.learns }
  package var identityGap: IdentityGap? { host.identityGap }
  /// The path of a library that was only read as a file.
  package var unloadedLibrary: String? {
    tapes == nil && host is UnloadedLibrary ? files[0].name : nil
  }

  package func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    if let tapes {
      throw RankerFailure(
        of: name.excerpt(atMost: 200),
        "was read from the tapes in \(tapes), and this run has none; run it"
          + " without --replay-tape, where the ranker is")
    }
    if words != nil { try folder.prepare(files) }
    return try host.open(world: world)
  }

  package func setting(_ name: String, to value: Double) -> any RankerHost {
    var parameters = parameters
    parameters[name] = value
    do throws(RankerFailure) { return try setting(parameters) } catch {
      let refusal = RefusedHost(
        name: self.name, digest: "\(digest) with \(name) = \(value)", features: features,
        failure: error)
      return ProgramHost(self, parameters, refusal)
    }
  }

  /// The same ranker with these parameters.
  ///
  /// - Throws: A library's objection to them.
  func setting(_ parameters: [String: Double]) throws(RankerFailure) -> ProgramHost {
    switch carrier {
    case .command(var settings):
      settings.parameters = parameters
      return ProgramHost(command: settings, in: folder, tapes: tapes)
    case .url(var settings):
      settings.parameters = parameters
      return ProgramHost(url: settings, in: folder, tapes: tapes)
    case .library:
      guard host is UnloadedLibrary else {
        return try ProgramHost(library: files[0], parameters: parameters, in: folder)
      }
      return ProgramHost(
        unloaded: files[0], reads: RankerFeature.allCases.filter(features.contains),
        parameters: parameters, in: folder, tapes: tapes)
    }
  }
}

/// A library that is not loaded.
private struct UnloadedLibrary: RankerHost {
  let name: String
  let digest: String
  let features: FeatureSet

  func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane {
    throw RankerFailure("the library \(name) was not loaded")
  }
}

/// A host that a ranker refused, whose worlds end at once.
private struct RefusedHost: RankerHost {
  let name: String
  let digest: String
  let features: FeatureSet
  let failure: RankerFailure

  func open(world: RankerWorld) throws(RankerFailure) -> any RankerLane { throw failure }
}
