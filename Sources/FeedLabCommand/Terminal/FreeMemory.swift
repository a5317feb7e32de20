internal import Foundation

/// The memory that this process can still have.
enum FreeMemory {
  /// In bytes: what the machine has to give, the process's own limit, or its control group's, whichever is least.
  static func bytes() -> Double {
    let machine = available() ?? Double(ProcessInfo.processInfo.physicalMemory)
    return [limit(), group()].compactMap(\.self).reduce(machine, min)
  }

  /// `MemAvailable` of Linux.
  private static func available() -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/meminfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
      let number = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { return nil }
    return number * 1024
  }

  /// The limit of address space, `ulimit -v`.
  private static func limit() -> Double? {
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int64.max) else {
      return nil
    }
    return Double(limit.rlim_cur)
  }

  /// What the control group, such as a container, may still take: its limit less what it has.
  ///
  /// Source: Linux kernel, *Control Group v2*, `memory.max` and `memory.current`.
  private static func group() -> Double? {
    guard let text = try? String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
    else { return nil }
    let folder = "/sys/fs/cgroup" + line.dropFirst(3)
    func number(_ name: String) -> Double? {
      let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
      return text.flatMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    }
    guard let most = number("memory.max"), let current = number("memory.current") else {
      return nil
    }
    return max(0, most - current)
  }
}
