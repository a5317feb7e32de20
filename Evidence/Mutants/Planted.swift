internal import Foundation

/// Whether the mutant with this number is active. The numbers are those of the mutants in mutants.tsv, from 1.
@inlinable @inline(__always) public func planted(_ number: Int) -> Bool { activeMutant == number }

/// The number in the environment variable `FEEDLAB_MUTANT`, read once in a process; 0 if the variable is empty or missing.
/// Any other text ends the process with 64.
@usableFromInline let activeMutant: Int = {
  let variable = "FEEDLAB_MUTANT"
  guard let text = ProcessInfo.processInfo.environment[variable], !text.isEmpty else { return 0 }
  if let number = Int(text), (1...mutantCount).contains(number) { return number }
  let message =
    "\(variable): '\(text)' is not the number of a mutant; use a number from 1 to \(mutantCount)\n"
  FileHandle.standardError.write(Data(message.utf8))
  // Without exit handlers: the handler of the commands takes an exit for one by a ranker's library.
  _exit(64)
}()
