import DataFiles
import Foundation
import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// What identifies a program that FeedLab starts.
@Suite struct ProgramCodeTests {
  private func command(_ words: String, files: [String] = []) -> CommandRanker {
    CommandRanker(
      .init(
        command: words.split(separator: " ").map(String.init), folder: "/",
        files: files.map { RankerFile(name: $0, digest: "ab") }, reads: [.likes]))
  }

  @Test(arguments: [
    "python3 -m warm", "python3", "python3.13t -um warm", "/usr/bin/python3 -m warm",
    "venv/bin/python -m warm", "python3 -m warm conf.yml -c", "uv run -m warm conf.yml",
    "env A=b python3 -m warm conf.yml", "sh -s", "sh script -c", "node --inspect",
    "docker run warm", "java -cp build Warm conf.yml", "socat - TCP:a:80", "./gone conf.yml",
    "uvicorn app:app --port {port}", "gunicorn -c conf.yml app:app", "flask --app app run",
    "make -s -f conf.yml rank", "cargo run --manifest-path conf.yml", "node . conf.yml",
    "python3 -m uvicorn app:app", "poetry run uvicorn app:app", "uv run uvicorn app:app",
    "/usr/local/bin/serve conf.yml", "../serve conf.yml", "python3 /usr/bin/uvicorn app:app",
    "node_modules/.bin/serve conf.yml", "my-ranker", "npx serve conf.yml",
    "python3 --data=conf.yml",
  ])
  func `a program whose code is in no file is not identified`(words: String) {
    // Those of the words that may be files: the interpreter of an environment, and the argument of a module.
    let files = ["venv/bin/python", "conf.yml"].filter { words.contains($0) }
    let ranker = command(words, files: files)
    #expect(ranker.identityGap == .files && !ranker.isIdentified)
    // With one that the scenario names it is, whatever its name.
    #expect(command(words, files: files + ["code.py"]).isIdentified)
  }

  @Test func `FeedLab's module for Python is no code of a ranker`() {
    #expect(!command("python3 -m warm", files: ["feedlab_ranker.py"]).isIdentified)
    #expect(!command("python3 -m warm a.py", files: ["a.py", "feedlab_ranker.py"]).isIdentified)
    #expect(command("python3 feedlab_ranker.py", files: ["feedlab_ranker.py"]).isIdentified)
  }

  @Test(arguments: [
    "python3 -c print()", "python3 -X dev -uc print()", "bash -euo pipefail -c exit", "sh -lc exit",
    "perl -lne print", "perl -E say", "node -p 1", "Rscript -e 1", "php -r 1",
    // The digest of the function is among the words.
    "python-ranker warm 0123456789abcdef",
  ])
  func `code among the words identifies a program`(words: String) {
    #expect(command(words).isIdentified)
  }

  @Test(arguments: [
    ("python3 warm.py", "warm.py"), ("nice python3 warm.py", "warm.py"), ("./warm", "./warm"),
    ("python3 /far/warm.py -m x", "/far/warm.py"), ("java -cp build -jar warm.jar", "warm.jar"),
    ("python3 -O warm.py", "warm.py"), ("python3 -Xutf8 -W error warm.py", "warm.py"),
    ("python3 pkg conf.yml", "pkg/__main__.py"), ("python3 -m pkg.sub x", "pkg/sub.py"),
    ("bash --rcfile conf.yml warm.sh", "warm.sh"), ("node --require ./a.js warm.js", "warm.js"),
    ("env A=b timeout 5 python3 warm.py", "warm.py"), ("uv run warm.py", "warm.py"),
    ("poetry run python warm.py", "warm.py"), ("build/warm app:app", "build/warm"),
  ])
  func `a file among the words identifies a program`(words: String, file: String) {
    #expect(command(words, files: [file]).isIdentified)
  }

  @Test func `a program of a virtual environment is none of the scenario's`() throws {
    let folder = try TestFolder()
    try folder.write("", to: "own/pyvenv.cfg")
    for (word, gap) in [("own/bin/uvicorn", .files), ("build/bin/uvicorn", nil)]
      as [(String, IdentityGap?)]
    {
      let ranker = CommandRanker(
        .init(
          command: [word, "app:app"], folder: folder.path,
          files: [RankerFile(name: word, digest: "ab")], reads: [.likes]))
      expectEqual(ranker.identityGap, gap)
    }
  }

  @Test func `a service that is started is identified by its files or its version`() throws {
    func gap(_ words: [String], version: String? = nil) throws -> IdentityGap? {
      ServiceRanker(
        .init(
          address: try ServiceAddress("http://127.0.0.1:{port}/"),
          program: ServiceProgram(command: words, folder: "/"), reads: [.likes], version: version)
      ).identityGap
    }
    try expectEqual(gap(["python3", "-m", "warm", "{port}"]), .files)
    try expectEqual(gap(["python3", "-m", "warm", "{port}"], version: "1"), nil)
    try expectEqual(gap(["sh", "-c", "exit {port}"]), nil)
  }

  @Test func `a program on PATH is looked for again before it is used`() throws {
    let path = try #require(SearchPath.program("cat"))
    let digest = SHA256.hexDigest(of: try FileContent.bytes(of: path))
    expectEqual(RankerFile(onPath: "cat", digest: "").currentDigest(from: "a/"), digest)
    func message(_ name: String, _ digest: String) -> String? {
      let ranker = CommandRanker(
        .init(
          command: ["cat"], folder: "/", files: [RankerFile(onPath: name, digest: digest)],
          reads: [.likes], limit: 20))
      return #expect(throws: RankerFailure.self) { try ranker.open(world: 0) }?.message
    }
    // The right one answers, though not as a ranker does.
    expectEqual(message("cat", digest)?.contains("has changed"), false)
    for (name, digest) in [("cat", "ab"), ("feedlab-no-such-program", digest)] {
      expectEqual(
        message(name, digest),
        "the ranker 'cat' cannot be used: '$PATH/\(name)' has changed since the scenario was read; run the command again"
      )
    }
  }
}
