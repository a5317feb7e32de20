import Foundation

/// What the operating system has counted for this process.
struct ProcessUsage {
  let cpuSeconds: Double
  let peakBytes: Int

  static var now: ProcessUsage {
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
}
