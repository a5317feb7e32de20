internal import Foundation
internal import Synchronization

/// The packed results of a folder: `segments/<digest>.jsonl`, each line the content of a single result file.
///
/// A segment is published once, like any file of the folder. Keys are found by reading the segments' lines;
/// the folder has no index that could disagree with them.
final class Segments: Sendable {
  /// A line, and the path of its segment.
  struct Line {
    let path: String
    let data: Data
  }

  private struct Location {
    let segment: Int
    let range: Range<Int>
  }

  private struct State {
    var segments: [(path: String, data: Data)] = []
    var names: Set<String> = []
    /// The locations by key; almost always one for each.
    var locations: [String: [Location]] = [:]
  }

  let path: String
  private let state = Mutex(State())

  init(path: String) { self.path = path }

  /// The lines of a key in the segments read so far.
  func lines(of key: String) -> [Line] {
    state.withLock { state in
      (state.locations[key] ?? []).map { location in
        let segment = state.segments[location.segment]
        return Line(path: segment.path, data: segment.data.subdata(in: location.range))
      }
    }
  }

  /// Reads segments that are new.
  func refresh() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let segments = names.filter { $0.count == 70 && $0.hasSuffix(".jsonl") }
    state.withLock { state in
      let new = segments.filter { !state.names.contains($0) }.sorted()
      for name in new {
        let file = "\(path)/\(name)"
        // A segment that cannot be read is tried again at the next refresh.
        guard let data = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe) else {
          continue
        }
        state.names.insert(name)
        state.segments.append((file, data))
        for (key, range) in Self.index(data) {
          state.locations[key, default: []].append(
            Location(segment: state.segments.count - 1, range: range))
        }
      }
    }
  }

  /// The keys and ranges of a segment's lines; the end of the last line may be missing.
  private static func index(_ data: Data) -> [(key: String, range: Range<Int>)] {
    let bytes = data.span
    var lines: [(key: String, range: Range<Int>)] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      let line = start..<index + 1
      start = index + 1
      guard let key = ResultText.key(atEndOf: data[line]) else { continue }
      lines.append((key, line))
    }
    return lines
  }
}
