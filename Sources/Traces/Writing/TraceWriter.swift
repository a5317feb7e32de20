internal import DataFiles
public import FeedMetrics

/// Writes the trace of one run: a folder of CSV files, or a SQLite database where the path ends in
/// `.sqlite` or `.db`.
///
/// ``sink`` observes the run; ``finish(digest:)`` then gives the trace its name, under which nothing
/// appears before. An earlier trace of that name is replaced, and nothing else is.
///
/// Until it is whole the trace is hidden beside its final name; a writer that goes away without having
/// finished takes it along.
public final class TraceWriter {
  /// Takes what is observed of the run. It costs the run no error: what cannot be written is
  /// remembered, and thrown at the end.
  public let sink: any ObservationSink
  private let location: TraceLocation
  private let rows: any FinishedSink
  private var isDone = false

  /// Makes the hidden folder or file, so that a trace that cannot be written is an error before the run begins.
  ///
  /// - Throws: When the folder of `path` cannot be made or written to, or something else than a trace
  ///   is at `path`.
  public init(path: String, facts: TraceFacts) throws(UnwritableTrace) {
    location = try TraceLocation(path)
    do {
      rows =
        location.isDatabase
        ? try TraceSink(facts, into: DatabaseStore(location.partial))
        : try TraceSink(facts, into: FolderStore(location.partial))
    } catch {
      location.discard()
      throw UnwritableTrace(path: path, reason: error.reason)
    }
    sink = rows
  }

  deinit { discard() }

  /// Writes what is left and gives the trace its name.
  ///
  /// - Parameter digest: The digest of the run, `DigestSink.hexDigest`.
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
      throw UnwritableTrace(path: location.path, reason: error.reason)
    }
    return HiddenTrace(location: location)
  }

  /// Leaves nothing of the trace, if it is not finished.
  public func discard() {
    guard !isDone else { return }
    isDone = true
    rows.close()
    location.discard()
  }
}

/// A whole trace that does not have its name yet.
package struct HiddenTrace: Sendable {
  fileprivate let location: TraceLocation

  /// Gives it its name.
  ///
  /// - Throws: When it cannot be renamed; nothing is left then.
  package func publish() throws(UnwritableTrace) {
    do {
      try location.publish()
    } catch {
      discard()
      throw UnwritableTrace(path: location.path, reason: error.reason)
    }
  }

  /// Deletes everything written so far.
  package func discard() { location.discard() }
}

/// A sink that has more to do when the run is over.
protocol FinishedSink: ObservationSink {
  func finish(digest: String) throws
  /// Gives up what is open.
  func close()
}
