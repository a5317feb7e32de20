internal import CChildProcess
internal import DataFiles
internal import Foundation
internal import SocialFeed

/// A program that this one has started, with pipes to its standard streams.
///
/// It is in a process group of its own, so that Ctrl-C, by which FeedLab saves its work, ends no ranker in the middle
/// of a request. When FeedLab ends in whichever way, the standard input of the program ends too.
///
/// It belongs to one lane at a time, or to the pool.
package final class ChildProcess: @unchecked Sendable {
  private let id: pid_t
  /// Our ends of its standard input, output and error; −1 once closed.
  private var input, output, errors: Int32
  /// The end of what it has written to standard error.
  private var errorTail: [UInt8] = []
  /// Whether it wrote more than that.
  private var isTailCut = false
  private var status: ChildStatus?

  /// How much of standard error is kept, in bytes.
  private static let longestTail = 8_000

  /// How long a wait goes on before a look at whether the program is still there, in milliseconds. What it has started
  /// may keep its pipes open.
  private static let longestWait: Int32 = 250

  /// How many pieces all systems write at once.
  private static let mostPieces = 1024

  /// The variables by which a step of a workflow gives values to later ones, and those with its rights.
  private static let workflowVariables = Set(
    ["GITHUB_", "FORGEJO_", "GITEA_"].flatMap { system in
      ["ENV", "OUTPUT", "PATH", "STATE", "STEP_SUMMARY", "TOKEN"].map { system + $0 }
    } + [
      "GH_TOKEN", "GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN", "GITLAB_TOKEN", "FEEDLAB_TOKEN",
      "CI_REPOSITORY_URL", "SYSTEM_ACCESSTOKEN", "BUILDKITE_AGENT_ACCESS_TOKEN",
    ])
  /// Ends of names that begin with CI_, such as CI_JOB_TOKEN and CI_REGISTRY_PASSWORD of GitLab.
  private static let secretEnds = ["_TOKEN", "_PASSWORD", "_JWT", "_JWT_V1", "_JWT_V2"]

  /// Whether a variable of FeedLab's environment belongs to the workflow in which it runs, and not to rankers.
  private static func isOfWorkflow(_ name: String) -> Bool {
    workflowVariables.contains(name) || name.hasPrefix("ACTIONS_")
      || name.hasPrefix("CI_") && secretEnds.contains(where: name.hasSuffix)
  }

  /// The settings of a program.
  private static var environment: [String: String] {
    settings(besides: ProcessInfo.processInfo.environment)
  }

  /// The settings of a program: this one's without a workflow's.
  package static func settings(besides ours: [String: String]) -> [String: String] {
    var settings = ours.filter { !isOfWorkflow($0.key) }
    // By which it knows that its standard output is for messages.
    settings["FEEDLAB_RANKER"] = "1"
    // Python's hashes of texts, and the order of its sets with them, differ from process to process otherwise.
    if settings["PYTHONHASHSEED"] == nil { settings["PYTHONHASHSEED"] = "0" }
    return settings
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments; one without a slash is looked for in PATH.
  ///   - folder: Its working directory, from where a program with a slash is looked for.
  package init(_ command: [String], in folder: String) throws(ChildStartError) {
    var words = command
    if let program = words.first, program.contains("/"), !program.hasPrefix("/") {
      // Some systems look for it before they go to the folder and some afterwards: a whole path is the same for all.
      let start = folder.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath + "/"
      words[0] = "\(start)\(folder)/\(program)"
    }
    let pipes = try ChildPipes()
    let settings = Self.environment.map { "\($0.key)=\($0.value)" }
    var process: pid_t = 0
    let error = unsafe withCStrings(words) { words in
      unsafe withCStrings(settings) { settings in
        let streams = [pipes.input.0, pipes.output.1, pipes.errors.1]
        var error = unsafe child_process_start(&process, words, settings, folder, streams)
        // A program that this one has just written is busy while a process that another thread starts has its file open,
        // which is until that begins its own program.
        for _ in 0..<100 where error == ETXTBSY {
          poll(nil, 0, 10)
          error = unsafe child_process_start(&process, words, settings, folder, streams)
        }
        return error
      }
    }
    pipes.closeTheirs()
    guard error == 0 else {
      pipes.closeOurs()
      throw ChildStartError(
        number: error,
        interpreter: error == ENOENT ? words.first.flatMap { .missing(of: $0, in: folder) } : nil)
    }
    id = process
    (input, output, errors) = (pipes.input.1, pipes.output.0, pipes.errors.0)
    RunningChildren.shared.add(process)
  }

  deinit { end() }
}

/// Why a program was not started.
package struct ChildStartError: Error, Hashable, Sendable {
  /// The number that the system gives the error.
  let number: Int32
  /// What is missing instead of the program, which is a script.
  var interpreter: ScriptInterpreter?

  /// Such as `No such file or directory`.
  package var reason: String {
    if let interpreter { interpreter.reason } else { unsafe String(cString: strerror(number)) }
  }
}

/// How a program ended.
package enum ChildStatus: Hashable, Sendable {
  case exit(Int32)
  case signal(Int32)
  /// Somebody else asked the system before us.
  case unknown

  /// Such as `ended with exit code 3`.
  var predicate: String {
    switch self {
    case .exit(let code): "ended with exit code \(code)"
    case .signal(let number): "was ended by signal \(number)\(Self.name(ofSignal: number))"
    case .unknown: "ended"
    }
  }

  private static func name(ofSignal number: Int32) -> String {
    switch number {
    case 6: " (SIGABRT)"
    case 9: " (SIGKILL, as when memory runs out)"
    case 11: " (SIGSEGV)"
    case 13: " (SIGPIPE)"
    case 15: " (SIGTERM)"
    default: ""
    }
  }
}

/// What a program did instead of reading or writing.
package enum ChildFault: Error, Hashable, Sendable {
  /// It has ended, or closed its standard output.
  case gone
  /// It reads its standard input no more: it has closed it, or has ended.
  case closedInput
  /// It did neither until the moment.
  case late
  /// It did neither, and it is not needed any more.
  case unneeded
}

// MARK: Reading and writing

extension ChildProcess {
  /// Writes to its standard input.
  package func write(_ bytes: [UInt8], until deadline: Deadline) throws(ChildFault) {
    // The closure of the standard library's function throws any error.
    var outcome = Result<Void, ChildFault>.success(())
    unsafe bytes.withUnsafeBytes { bytes in
      do throws(ChildFault) { unsafe try write([bytes], until: deadline) } catch {
        outcome = .failure(error)
      }
    }
    try outcome.get()
  }

  /// Writes pieces to its standard input, one after the other, without copying them together.
  package func write(
    _ pieces: [UnsafeRawBufferPointer], until deadline: Deadline
  ) throws(ChildFault) {
    var rest = unsafe pieces.filter { unsafe !$0.isEmpty }.map { piece in
      unsafe iovec(
        iov_base: UnsafeMutableRawPointer(mutating: piece.baseAddress), iov_len: piece.count)
    }[...]
    while unsafe !rest.isEmpty {
      let count = unsafe rest.withUnsafeBufferPointer { rest in
        unsafe child_process_write(
          input, rest.baseAddress, Int32(min(rest.count, Self.mostPieces)))
      }
      if count >= 0 {
        var written = count
        while let first = unsafe rest.first, unsafe written >= first.iov_len {
          unsafe written -= first.iov_len
          unsafe rest.removeFirst()
        }
        if written > 0 {
          let index = unsafe rest.startIndex
          unsafe rest[index].iov_base += written
          unsafe rest[index].iov_len -= written
        }
      } else if errno == EAGAIN {
        try wait(for: POLLOUT, on: input, until: deadline)
      } else if errno != EINTR {
        throw errno == EPIPE ? .closedInput : .gone
      }
    }
  }

  /// Reads what is there of its standard output, at least one byte.
  package func read(
    into bytes: UnsafeMutableRawBufferPointer, until deadline: Deadline
  ) throws(ChildFault) -> Int {
    while true {
      try wait(for: POLLIN, on: output, until: deadline)
      let count = unsafe Foundation.read(output, bytes.baseAddress, bytes.count)
      if count > 0 { return count }
      if count == 0 { throw .gone }
      if errno != EAGAIN && errno != EINTR { throw .gone }
    }
  }

  /// Waits until a pipe is ready or closed, and keeps the end of what comes on standard error meanwhile.
  private func wait(for event: Int32, on pipe: Int32, until deadline: Deadline) throws(ChildFault) {
    var hasEnded = false
    while true {
      var polled = InlineArray<2, pollfd>(
        repeating: pollfd(fd: pipe, events: Int16(event), revents: 0))
      polled[1] = pollfd(fd: errors, events: Int16(POLLIN), revents: 0)
      var span = polled.mutableSpan
      let count = unsafe span.withUnsafeMutableBufferPointer {
        unsafe poll(
          $0.baseAddress, 2, hasEnded ? 0 : min(deadline.milliseconds, Self.longestWait))
      }
      if count > 0 {
        if polled[1].revents != 0 { readErrors() }
        if polled[0].revents != 0 { return }
      } else if count == 0, hasEnded {
        throw .gone
      }
      if deadline.isOver { throw .late }
      if RankerWait.isCancelled { throw .unneeded }
      // It may have answered before: one more look at the pipe.
      if count == 0 { hasEnded = child_process_has_ended(id) != 0 }
    }
  }

  /// Reads what is there of standard error.
  private func readErrors() {
    Self.readAll(&errors) { errorTail += $0 }
    if errorTail.count > 2 * Self.longestTail {
      errorTail.removeFirst(errorTail.count - Self.longestTail)
      isTailCut = true
    }
  }

  /// Reads the available bytes of both outputs, and drops standard output's: for a program whose messages come another
  /// way, and which must not wait for a reader.
  package func drain() {
    readErrors()
    Self.readAll(&output) { _ in }
  }

  /// The outputs that can be waited for, −1 for one that is closed.
  package var outputs: (Int32, Int32) { (output, errors) }

  /// Reads what is there of a pipe, and closes one that has ended.
  private static func readAll(_ pipe: inout Int32, _ take: (ArraySlice<UInt8>) -> Void) {
    guard pipe >= 0 else { return }
    var piece = [UInt8](repeating: 0, count: 4096)
    // A program that writes without an end does not keep us here.
    for _ in 0..<64 {
      let count = unsafe piece.withUnsafeMutableBytes {
        unsafe Foundation.read(pipe, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return }
      guard count > 0 else {
        close(pipe)
        pipe = -1
        return
      }
      take(piece[..<count])
    }
  }

  /// The end of what it has written to standard error, on one line; empty if it has written none.
  ///
  /// - Parameter limit: How many characters.
  package func errorText(last limit: Int) -> String {
    readErrors()
    let text = String(decoding: errorTail, as: UTF8.self).oneLine
    return isTailCut || text.count > limit ? "…" + text.suffix(limit) : text
  }

  /// The end of standard error for a failure, behind its sentence.
  var errorPhrase: String {
    let text = errorText(last: 2000)
    return text.isEmpty
      ? "; its standard error is empty" : "; its standard error ends with: \(text)"
  }
}

// MARK: The end

extension ChildProcess {
  /// Ends standard input, which shows a ranker that it is not needed any more.
  package func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  /// Ends the program: by the end of its input, then by SIGTERM, and then by SIGKILL.
  ///
  /// - Parameter grace: Seconds before each signal.
  package func end(grace: Double = 1) { Self.end([self], grace: grace) }

  /// Ends programs together, so that none is waited for while others do not know yet.
  ///
  /// - Parameter grace: Seconds before each signal, in which all may end.
  package static func end(_ processes: [ChildProcess], grace: Double = 1) {
    for process in processes { process.closeInput() }
    let left = running(processes, within: grace)
    for process in left { RunningChildren.shared.send(SIGTERM, to: process.id) }
    for process in running(left, within: grace) { process.kill() }
    for process in processes { process.closeOutputs() }
  }

  /// Ends a program that does not look at its input: by SIGTERM, and then by SIGKILL.
  ///
  /// - Parameter grace: Seconds before SIGKILL.
  package func terminate(grace: Double = 1) {
    closeInput()
    if status == nil { RunningChildren.shared.send(SIGTERM, to: id) }
    if awaitEnd(seconds: grace) == nil { kill() }
    closeOutputs()
  }

  /// Those that have not ended after so many seconds.
  private static func running(_ processes: [ChildProcess], within seconds: Double) -> [ChildProcess]
  {
    let deadline = Deadline(seconds: seconds)
    return processes.filter { $0.awaitEnd(until: deadline) == nil }
  }

  /// Ends the program at once.
  package func kill() {
    guard status == nil else { return }
    RunningChildren.shared.send(SIGKILL, to: id)
    reap()
  }

  /// How it ended, once it has.
  ///
  /// - Returns: `nil` where it is still there after so many seconds.
  package func awaitEnd(seconds: Double) -> ChildStatus? {
    awaitEnd(until: Deadline(seconds: seconds))
  }

  private func awaitEnd(until deadline: Deadline) -> ChildStatus? {
    var pause: Int32 = 1
    while status == nil {
      if child_process_has_ended(id) != 0 {
        reap()
      } else if deadline.isOver {
        return nil
      } else {
        // A program that writes its last words is not kept waiting.
        readErrors()
        poll(nil, 0, pause)
        pause = min(2 * pause, 20)
      }
    }
    return status
  }

  /// Takes the status of a program that has ended or is about to, and ends what it has started.
  private func reap() {
    var code: Int32 = 0
    let reaped = RunningChildren.shared.reap(id, &code)
    readErrors()
    if !reaped {
      status = .unknown
    } else if code & 0x7F == 0 {
      status = .exit(code >> 8 & 0xFF)
    } else {
      status = .signal(code & 0x7F)
    }
  }

  private func closeOutputs() {
    for pipe in [output, errors] where pipe >= 0 { close(pipe) }
    (output, errors) = (-1, -1)
  }
}

/// The pipes to a program: the end to read from and the end to write to of each.
private struct ChildPipes {
  let input, output, errors: (Int32, Int32)

  init() throws(ChildStartError) {
    var made: [(Int32, Int32)] = []
    // Our end never waits: that of standard input is the one to write to.
    for ours in [Int32(1), 0, 0] {
      var ends: [Int32] = [-1, -1]
      let error = unsafe child_process_pipe(&ends, ours)
      guard error == 0 else {
        for pipe in made {
          close(pipe.0)
          close(pipe.1)
        }
        throw ChildStartError(number: error)
      }
      made.append((ends[0], ends[1]))
    }
    (input, output, errors) = (made[0], made[1], made[2])
  }

  func closeTheirs() {
    for end in [input.0, output.1, errors.1] { close(end) }
  }

  func closeOurs() {
    for end in [input.1, output.0, errors.0] { close(end) }
  }
}

/// Calls with the words in the form of C: pointers, and a null pointer behind them.
private func withCStrings<Result>(
  _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = unsafe words.map { unsafe strdup($0) }
  unsafe pointers.append(nil)
  defer { for index in unsafe pointers.indices { unsafe free(pointers[index]) } }
  return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
}
