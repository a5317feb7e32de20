internal import Foundation
internal import Synchronization

/// The packed results of a folder: `segments/<digest>.jsonl`, each line what a file of its own would hold.
///
/// A segment is published once, like any file of the folder. Where a key is, is found by reading the segments'
/// own lines, so that nothing else can disagree with them.
final class Segments: Sendable {
  /// A line, and the segment that it is in.
  struct Line {
    let path: String
    let data: Data
  }

  private struct Place {
    let segment: Int
    let range: Range<Int>
  }

  private struct State {
    var segments: [(path: String, data: Data)] = []
    var names: Set<String> = []
    /// Almost always one for each key.
    var places: [String: [Place]] = [:]
  }

  let path: String
  private let state = Mutex(State())

  init(path: String) { self.path = path }

  /// The lines of a key in the segments that are known.
  func lines(of key: String) -> [Line] {
    state.withLock { state in
      (state.places[key] ?? []).map { place in
        let segment = state.segments[place.segment]
        return Line(path: segment.path, data: segment.data.subdata(in: place.range))
      }
    }
  }

  /// Looks for segments that were not there before.
  func refresh() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let segments = names.filter { $0.count == 70 && $0.hasSuffix(".jsonl") }
    state.withLock { state in
      let new = segments.filter { !state.names.contains($0) }.sorted()
      for name in new {
        let file = "\(path)/\(name)"
        // One that cannot be read is looked for again.
        guard let data = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe) else {
          continue
        }
        state.names.insert(name)
        state.segments.append((file, data))
        for (key, range) in Self.index(data) {
          state.places[key, default: []].append(
            Place(segment: state.segments.count - 1, range: range))
        }
      }
    }
  }

  /// The keys of the lines of a segment, and where the lines are; the end of a last line may be missing.
  private static func index(_ data: Data) -> [(key: String, range: Range<Int>)] {
    let bytes = data.span
    var lines: [(key: String, range: Range<Int>)] = []
    var start = 0
    for place in bytes.indices where bytes[place] == UInt8(ascii: "\n") {
      let line = start..<place + 1
      start = place + 1
      guard let key = ResultText.key(atEndOf: data[line]) else { continue }
      lines.append((key, line))
    }
    return lines
  }
}
