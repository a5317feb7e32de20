internal import DataFiles
internal import Foundation
internal import OutsideRankers
internal import Scenarios
internal import SocialFeed
package import SyntheticSociety

/// What an experiment does with the pages of external rankers.
package struct TapeUse: Sendable {
  package enum Direction: Sendable {
    case record, replay
  }

  package let direction: Direction
  /// The path of the folder with the tapes.
  package let folder: String

  package init(_ direction: Direction, _ folder: String) {
    (self.direction, self.folder) = (direction, folder)
  }
}

extension TapeUse {
  /// The folder with the tapes of an arm.
  func path(ofArm arm: String) -> String {
    folder.hasSuffix("/") ? folder + arm : "\(folder)/\(arm)"
  }

  /// SHA-256 of the names and the content of all tapes of an arm, in hex. What cannot be read fails the run that needs it.
  ///
  /// - Complexity: O(bytes of the tapes), and one tape in memory.
  func digest(ofArm arm: String) -> String {
    let path = path(ofArm: arm)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var digest = SHA256()
    for name in names.sorted() where name.hasSuffix(".tape") {
      guard let bytes = try? FileContent.bytes(of: "\(path)/\(name)") else { continue }
      digest.update(Array("\(name) \(SHA256.hexDigest(of: bytes))\n".utf8))
    }
    return digest.hexDigest
  }
}

/// The tapes of an experiment's runs: a file for each feed with an external ranker, in a folder for each
/// arm.
package struct RunTapes: Sendable {
  let use: TapeUse
  /// Identifies all that the pages of a run depend on besides the world: see ``TapeSubject/digest``.
  let digest: @Sendable (WorldRun) -> String

  /// Whether a run has to be simulated although its outcome is known, since its tape is missing.
  func lacks(_ run: WorldRun) -> Bool {
    guard use.direction == .record, let subjects = subjects(of: run) else { return false }
    return subjects.contains { subject in
      (try? TapeReader.isTape(at: path(of: subject, run), subject)) != true
    }
  }

  /// Begins to record or to replay a run.
  ///
  /// - Returns: `nil` for a run without an external ranker.
  func begin(_ run: WorldRun) throws(RankerFailure) -> RunTape? {
    guard let subjects = subjects(of: run) else { return nil }
    var tape = RunTape()
    for subject in subjects {
      let path = path(of: subject, run)
      do throws(TapeFault) {
        switch use.direction {
        case .record:
          _ = try TapeReader.isTape(at: path, subject)
          tape.writers[subject.ranker] = try TapeWriter(
            path: path, in: try folder(of: run), subject)
        case .replay:
          let settings = run.rankers[subject.ranker]
          tape.replayed[subject.ranker] = try ReplayedRanker(
            settings.makeRanker(world: run.rankerWorld).fingerprint, path: path, subject)
        }
      } catch {
        throw RankerFailure(error.message(path))
      }
    }
    return tape
  }

  private func subjects(of run: WorldRun) -> [TapeSubject]? {
    let numbers = run.rankers.indices.filter { run.rankers[$0].usesHost }
    guard !numbers.isEmpty else { return nil }
    let digest = digest(run)
    return numbers.map {
      TapeSubject(digest: digest, world: run.world, ranker: $0, isTwin: run.isMirrored)
    }
  }

  /// The folder of the run's arm, made where it was missing.
  private func folder(of run: WorldRun) throws(TapeFault) -> String {
    do throws(UnwritableOutput) {
      return try OutputFolder(path: use.path(ofArm: run.arm.name)).path
    } catch {
      throw .unwritable(reason: error.reason)
    }
  }

  /// The path of a tape, such as `tapes/mine/home-0.tape`, or `home-check-0.tape` of the worlds of checks.
  private func path(of subject: TapeSubject, _ run: WorldRun) -> String {
    let surfaces = Surface.allCases
    var name = surfaces[subject.ranker % surfaces.count].description
    // In a live test the rankers of the candidate follow those of the baseline.
    if subject.ranker >= surfaces.count { name += "-candidate" }
    let space = WorldSpace.space(of: run.world)
    if space != .compare { name += "-\(space)" }
    name += "-\(WorldSpace.number(of: run.world))"
    if subject.isTwin { name += "-twin" }
    return "\(use.path(ofArm: run.arm.name))/\(name).tape"
  }
}

/// The tapes of a run while it is simulated, by the numbers of their rankers.
struct RunTape: Sendable {
  fileprivate(set) var writers: [Int: TapeWriter] = [:]
  fileprivate(set) var replayed: [Int: ReplayedRanker] = [:]

  /// What serves the pages of a ranker.
  func ranker(_ number: Int, _ ranker: any Ranker) -> any Ranker {
    if let replayed = replayed[number] { return replayed }
    return writers[number].map { RecordingRanker(ranker, to: $0) } ?? ranker
  }

  /// Ends the tapes of a run that has reached its horizon. Without this call a recording leaves no file.
  func finish() throws(RankerFailure) {
    for (_, ranker) in replayed.sorted(by: { $0.key < $1.key }) { try ranker.finish() }
    for (_, writer) in writers.sorted(by: { $0.key < $1.key }) {
      do throws(TapeFault) { try writer.finish() } catch {
        throw RankerFailure(error.message(writer.path))
      }
    }
  }
}

extension Experiment {
  /// The tapes of the experiment's runs; `nil` where all rankers are called and no page is recorded.
  package var runTapes: RunTapes? {
    tapes.map { use in
      let experiment = self
      return RunTapes(use: use) { experiment.pageDigest(of: $0) }
    }
  }

  /// All arms that are simulated: the design's arms, reference rankers and the two arms of each live test.
  package var simulatedArms: [Arm] { arms.map(\.arm) }

  /// Identifies all that the pages of a run depend on besides the world.
  private func pageDigest(of run: WorldRun) -> String {
    let test = run.liveTest.map { test in
      JSONValue.object([
        "design": .string(test.design.summary),
        "candidate": scenario.dependencies(of: test.candidate),
      ])
    }
    return SHA256.hexDigest(
      of: JSONValue.object([
        "simulation": .string(FeedLab.simulation), "scenario": scenario.dependencies(of: run.arm),
        "live_test": test ?? .null, "own_behaviours": .bool(adjustBehaviours != nil),
      ]).canonical)
  }
}

extension UnwritableOutput {
  fileprivate var reason: String {
    switch self {
    case .folder(_, let reason), .file(_, let reason): reason
    }
  }
}
