internal import DataFiles
public import FeedMetrics

/// Writes the trace of one run: a folder of CSV files, or a SQLite database where the path ends in
/// `.sqlite` or `.db`.
///
/// The run tells ``sink``; ``finish(digest:)`` then gives the trace its name, under which nothing
/// appears before. An earlier trace of that name is replaced, and nothing else is.
///
/// Until it is whole the trace is hidden beside its final name; a writer that goes away without having
/// finished takes it along.
public final class TraceWriter {
  /// Takes what is observed of the run. It costs the run no error: what cannot be written is
  /// remembered, and thrown at the end.
  public let sink: any ObservationSink
  private let place: TracePlace
  private let rows: any FinishedSink
  private var isDone = false

  /// Makes the hidden folder or file, so that what cannot be written is told before the run begins.
  ///
  /// - Throws: When the folder of `path` cannot be made or written to, or something else than a trace
  ///   is at `path`.
  public init(path: String, facts: TraceFacts) throws(UnwritableTrace) {
    place = try TracePlace(path)
    do {
      rows =
        place.isDatabase
        ? try TraceSink(facts, into: DatabaseStore(place.partial))
        : try TraceSink(facts, into: FolderStore(place.partial))
    } catch {
      place.discard()
      throw UnwritableTrace(path: path, reason: error.reason)
    }
    sink = rows
  }

  deinit { discard() }

  /// Writes what is left and gives the trace its name.
  ///
  /// - Parameter digest: That of the run, as ``FeedMetrics/DigestSink/hexDigest`` tells it.
  /// - Throws: What went wrong first, of all that was written; nothing is left then.
  public func finish(digest: String) throws(UnwritableTrace) {
    try complete(digest: digest).publish()
  }

  /// Writes what is left, and leaves the trace hidden.
  package func complete(digest: String) throws(UnwritableTrace) -> HiddenTrace {
    precondition(!isDone, "a trace ends once")
    do {
      try rows.finish(digest: digest)
      isDone = true
    } catch {
      discard()
      throw UnwritableTrace(path: place.path, reason: error.reason)
    }
    return HiddenTrace(place: place)
  }

  /// Leaves nothing of the trace, if it is not finished.
  public func discard() {
    guard !isDone else { return }
    isDone = true
    rows.close()
    place.discard()
  }
}

/// A whole trace that does not have its name yet.
package struct HiddenTrace: Sendable {
  fileprivate let place: TracePlace

  /// Gives it its name.
  ///
  /// - Throws: When it cannot be renamed; nothing is left then.
  package func publish() throws(UnwritableTrace) {
    do {
      try place.publish()
    } catch {
      discard()
      throw UnwritableTrace(path: place.path, reason: error.reason)
    }
  }

  /// Leaves nothing of it.
  package func discard() { place.discard() }
}

/// A sink that has more to do when the run is over.
protocol FinishedSink: ObservationSink {
  func finish(digest: String) throws
  /// Gives up what is open.
  func close()
}
