#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The processor time that this process has used.
enum ProcessorTime {
  /// In seconds.
  static var now: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }
}
