import BenchmarkSupport
import Foundation
import Readers

// What readers cost by the size of their input, for .ci/reader-costs, which counts the instructions inside of
// `measured_read`. `ReaderCosts [READER…]` reads each shape of input twice, the second time of twice the size, and
// prints a line for each: reader, shape, bytes. `ReaderCosts sample READER COUNT` prints an input instead that the
// reader accepts.

/// The call whose instructions are counted.
@inline(never) @_silgen_name("measured_read")
func measuredRead(_ reader: Reader, _ input: [UInt8], _ folder: String) {
  reader.read(input, in: folder)
}

@main enum ReaderCosts {
  static func main() throws {
    let folder = "\(FileManager.default.temporaryDirectory.path())/reader-costs-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }

    var arguments = CaseArguments(of: "ReaderCosts")
    var readers: [Reader] = []
    while let argument = arguments.next() {
      if argument == "sample" {
        let reader = arguments.value(of: argument, Reader.init(rawValue:))
        let input = try reader.sample(arguments.count(of: argument), in: folder)
        FileHandle.standardOutput.write(Data(input))
        exit(0)
      }
      guard let reader = Reader(rawValue: argument) else { arguments.fail("no reader \(argument)") }
      readers.append(reader)
    }
    for reader in readers.isEmpty ? Reader.allCases : readers {
      for shape in try InputShape.all(of: reader, in: folder) {
        // What is made once, such as a catalogue, belongs to no size.
        reader.read(try shape.make(shape.count / 8), in: folder)
        for count in [shape.count, 2 * shape.count] {
          let input = try shape.make(count)
          measuredRead(reader, input, folder)
          print("\(reader.rawValue)\t\(shape.name)\t\(input.count)")
        }
      }
    }
  }
}
