internal import DataFiles
internal import Studies

/// The file of a baseline.
struct BaselineFile {
  let path: String
  /// Whether the command line, not the scenario, names it.
  var isNamed = false

  /// The content of a file, or why it cannot be used.
  enum Content {
    case missing
    case read(Baseline)
    case otherFormat(BaselineMisfit)
  }

  /// - Parameter remedy: The command that records it again.
  func read(remedy: String) throws -> Content {
    if case .nothing = PathKind(path) { return .missing }
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try FileContent.bytes(of: path)
    } catch {
      throw CommandFailure.invalidData("\(path): \(error.reason)")
    }
    do throws(InvalidBaseline) {
      return .read(try Baseline(bytes, file: path))
    } catch {
      switch error {
      case .malformed(let fault):
        throw CommandFailure.invalidData("\(fault)\n\(path): \(Self.restore(remedy))")
      case .altered:
        throw CommandFailure.invalidData(
          "\(path): its content does not fit its checksum, so that it was edited by hand or by a merge;"
            + " \(Self.restore(remedy))")
      case .otherFormat(let misfit): return .otherFormat(misfit)
      }
    }
  }

  private static func restore(_ remedy: String) -> String {
    "take it from version control again, or record it afresh: \(remedy)"
  }
}
