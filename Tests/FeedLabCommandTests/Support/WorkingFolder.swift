import Dispatch
import Foundation
import Synchronization

/// A working folder of a thread's own, as a process has one: commands take relative paths, and tests run at the
/// same time.
enum WorkingFolder {
  /// Works on a thread that has a folder of its own; threads that it starts have the same.
  static func run<Value: Sendable>(
    in folder: URL, _ work: @escaping @Sendable () -> Value
  ) throws -> Value {
    let result = Mutex<Result<Value, CocoaError>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = separate() ? enter(folder, work) : alone { enter(folder, work) }
      result.withLock { $0 = value }
      done.signal()
    }
    // As WorkerThreads have.
    thread.stackSize = 8 << 20
    thread.start()
    done.wait()
    guard let value = result.withLock({ $0 }) else { fatalError("the thread left no result") }
    return try value.get()
  }

  private static func enter<Value>(
    _ folder: URL, _ work: () -> Value
  ) -> Result<Value, CocoaError> {
    guard FileManager.default.changeCurrentDirectoryPath(folder.path()) else {
      return .failure(CocoaError(.fileNoSuchFile))
    }
    return .success(work())
  }

  private static let turn = Mutex(())

  /// Where all threads have the folder of the process, those who change it take turns.
  private static func alone<Value>(_ work: () -> Value) -> Value {
    turn.withLock { _ in
      let before = FileManager.default.currentDirectoryPath
      defer { _ = FileManager.default.changeCurrentDirectoryPath(before) }
      return work()
    }
  }

  /// Parts this thread from the process's folder: on Linux, where no container forbids it.
  ///
  /// The threads of macOS can have a folder of their own too, but none that their own threads would have.
  private static func separate() -> Bool {
    #if os(Linux)
      // Not among the headers that Swift imports; the flag is CLONE_FS of sched.h.
      typealias Unshare = @convention(c) (Int32) -> Int32
      guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "unshare") else { return false }
      return unsafe unsafeBitCast(symbol, to: Unshare.self)(0x200) == 0
    #else
      return false
    #endif
  }
}
