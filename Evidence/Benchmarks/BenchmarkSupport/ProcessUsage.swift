import Foundation

/// The resources of this process, as counted by the operating system.
package struct ProcessUsage {
  /// Processor time, of the process and of the system for it.
  package let cpuSeconds: Double
  /// The peak memory of the process.
  package let peakBytes: Int

  package static var now: ProcessUsage {
    var usage = rusage()
    #if os(Linux)
      unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      let unit = 1024  // ru_maxrss is in KiB on Linux, in bytes on macOS.
    #else
      unsafe getrusage(RUSAGE_SELF, &usage)
      let unit = 1
    #endif
    let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    let microseconds = Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)
    return ProcessUsage(
      cpuSeconds: Double(seconds) + Double(microseconds) / 1e6,
      peakBytes: Int(usage.ru_maxrss) * unit)
  }

  /// The memory of the process now: more precise than the peak, which counts arrays twice while they move.
  /// On other systems than Linux, the peak.
  package static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
      let pages = Int(text.split(separator: " ")[1])
    else { return now.peakBytes }
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
