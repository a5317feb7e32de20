internal import DataFiles
internal import Foundation
internal import Readers
internal import ScenarioGenerator
internal import TestSupport

// A fuzzer of each reader by libFuzzer: `FUZZ_READER=scenario ReaderFuzz OPTION… CORPUS…`, where the options are
// libFuzzer's. The reader is in the environment, which the processes that libFuzzer starts have too. scripts/fuzz builds
// and runs it.

private let reader: Reader = {
  let name = ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""
  guard let reader = Reader(rawValue: name) else {
    let names = Reader.allCases.map(\.rawValue).joined(separator: ", ")
    FileHandle.standardError.write(Data("FUZZ_READER is one of \(names)\n".utf8))
    exit(64)
  }
  return reader
}()

/// Where readers that want files get them; scripts/fuzz deletes it, since libFuzzer exits by itself.
private let folder: String = {
  let path = "\(FileManager.default.temporaryDirectory.path())/reader-fuzz-\(UUID())"
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}()

/// Inputs that the reader accepts, of 1 to 20 lines, rows, arms or worlds; some take long to make.
private let samples: [[UInt8]] = (1...20).compactMap { try? reader.sample($0, in: folder) }

@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int) -> Int

/// The entry point, by the name that SwiftPM gives it.
@_cdecl("ReaderFuzz_main")
func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  _ = reader
  var (count, arguments) = unsafe (count, arguments)
  return unsafe runFuzzer(&count, &arguments, test)
}

/// Reads an input, by the name under which the linker looks for it.
@_cdecl("LLVMFuzzerTestOneInput")
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  reader.read(unsafe Array(UnsafeBufferPointer(start: bytes, count: count)), in: folder)
  return 0
}

/// Changes an input: a database mostly by SQL, so that it stays one, and now and then to one that is accepted or, of
/// scenarios and formulas, has no fault of form.
@_cdecl("LLVMFuzzerCustomMutator")
func mutate(
  _ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ most: Int, _ seed: UInt32
) -> Int {
  var random = SeededGenerator(seed: UInt64(seed))
  var made: [UInt8]?
  if random.unit() < 0.005 {
    made = samples.randomElement(using: &random)
  } else if reader.isDatabase, random.unit() < 0.75 {
    var mutation = DatabaseMutation(random, folder: folder) { bytes in
      var bytes = bytes
      let count = bytes.count
      bytes += Array(repeating: 0, count: 64)
      let most = bytes.count
      let length = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
        unsafe mutateBytes(buffer.baseAddress!, count, most)
      }
      return Array(bytes[..<length])
    }
    made = unsafe mutation.mutated(Array(UnsafeBufferPointer(start: data, count: count)))
  } else if reader == .scenario, random.unit() < 0.1 {
    var generator = ScenarioGenerator(seed: random.next())
    made = Array(generator.text().utf8)
  } else if reader == .formula, random.unit() < 0.1 {
    var generator = ScenarioGenerator(seed: random.next())
    made = Array(generator.formula(depth: 6).utf8)
  }
  guard let made, made.count <= most else { return unsafe mutateBytes(data, count, most) }
  for (index, byte) in made.enumerated() { unsafe data[index] = byte }
  return made.count
}
