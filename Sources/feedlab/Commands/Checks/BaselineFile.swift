internal import Experiments
internal import Foundation
internal import OutputFiles
internal import Scenarios

/// The file of a baseline.
struct BaselineFile {
  let path: String

  /// What a file is, or why it cannot be used.
  enum Content {
    case missing
    case read(Baseline)
    case otherFormat(BaselineMisfit)
  }

  /// - Parameter remedy: The command that records it again.
  func read(remedy: String) throws(CommandFailure) -> Content {
    if case .nothing = PathKind(path) { return .missing }
    let bytes: [UInt8]
    do throws(UnreadableFile) {
      bytes = try FileContent.bytes(of: path)
    } catch {
      throw .invalidData("\(path): \(error.reason)")
    }
    do throws(InvalidBaseline) {
      return .read(try Baseline(bytes, file: path))
    } catch {
      switch error {
      case .malformed(let fault): throw .invalidData("\(fault)\n\(path): \(Self.restore(remedy))")
      case .altered:
        throw .invalidData(
          "\(path): its content does not fit its checksum, so that it was edited by hand or by a merge;"
            + " \(Self.restore(remedy))")
      case .otherFormat(let misfit): return .otherFormat(misfit)
      }
    }
  }

  private static func restore(_ remedy: String) -> String {
    "take it from version control again, or record it afresh: \(remedy)"
  }

  /// Tries the folder.
  func folder() throws(CommandFailure) -> OutputFolder {
    do throws(UnwritableFolder) {
      return try OutputFolder(path: folderPath)
    } catch {
      throw .usage(error.description)
    }
  }

  func write(_ baseline: Baseline, to folder: OutputFolder) throws(CommandFailure) {
    do throws(UnwritableFolder) {
      try folder.write(baseline.text, to: name)
    } catch {
      throw .unfinished(error.description)
    }
  }

  private var folderPath: String {
    path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
  }

  private var name: String { path.split(separator: "/").last.map(String.init) ?? path }
}
