import SocialFeed

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#endif

// A service without a network: reads requests from standard input, a line of JSON each, and prints an answer for
// each. `Backend FOLDER` keeps the community in a folder; with `Backend FOLDER SECONDS` the clock stands still
// there, so that the same requests have the same answers.

guard (2...3).contains(CommandLine.arguments.count) else {
  print("usage: Backend FOLDER [SECONDS]")
  exit(64)
}
let clock = CommandLine.arguments.dropFirst(2).first.flatMap(Double.init)
let encoder = JSONEncoder()
encoder.outputFormatting = .sortedKeys

func answer(_ line: String, by service: Service) async throws -> Answer {
  guard let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8)) else {
    return .refused(why: "this is no request: \(line)")
  }
  return try await service.answer(request, now: clock ?? Date().timeIntervalSince1970)
}

do {
  let service = try Service(in: Folder(CommandLine.arguments[1]))
  while let line = readLine() {
    print(String(decoding: try encoder.encode(try await answer(line, by: service)), as: UTF8.self))
    fflush(nil)
  }
} catch {
  print("Backend: error: \(error)")
  exit(1)
}
