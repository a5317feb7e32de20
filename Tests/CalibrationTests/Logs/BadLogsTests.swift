internal import Calibration
import DataFiles
import Foundation
import TestSupport
import Testing

/// The messages about unusable logs, word for word.
@Suite struct BadLogsTests {
  private static let users =
    "{\"role\": \"users\", \"file\": \"u.csv\", \"columns\": {\"user\": \"user\", \"followers\": \"n\"}}"
  private static let events =
    "{role: events, file: e.csv, tsUnit: s, kind: like, columns: {user: user, ts: ts}}"

  private func faults(users text: String) throws -> [String] {
    try TestFolder(["u.csv": text], tables: Self.users).faults
  }

  @Test func `columns that are not there, with the nearest name, before any row is read`() throws {
    let tables =
      Self.users + ",\n{role: users, file: v.csv, where: {kid: a}, columns: {followers: folowers}}"
    let folder = try TestFolder(
      ["u.csv": "user,count\nx,y\n", "v.csv": "followers,kind\n1,a\n"], tables: tables)
    expectEqual(
      folder.faults,
      [
        "mapping.json:2:77: tables.columns.followers: u.csv has no column 'n'; there are user and"
          + " count",
        "mapping.json:3:36: tables.where.kid: v.csv has no column 'kid'; did you mean 'kind'?",
        "mapping.json:3:66: tables.columns.followers: v.csv has no column 'folowers'; did you mean"
          + " 'followers'?",
      ])
  }

  @Test func `a file that is not there`() throws {
    try expectEqual(
      TestFolder(["uu.csv": ""], tables: Self.users).faults,
      [
        "mapping.json:2:27: tables.file: u.csv: there is no such file; did you mean 'uu.csv'?"
      ])
  }

  @Test(arguments: [
    ("", "mapping.json:2:27: tables.file: u.csv: this file is empty"),
    ("\n# nothing\n", "mapping.json:2:27: tables.file: u.csv: this file is empty"),
    ("user,n\n", "u.csv: no row below the header"),
    (
      "us\0er,n\n", "mapping.json:2:27: tables.file: u.csv: this is a binary file, no table of text"
    ),
  ])
  func `a file without rows`(text: String, message: String) throws {
    try expectEqual(faults(users: text), [message])
  }

  @Test
  func `broken rows are named by line and column, and more than one in a hundred is an error`()
    throws
  {
    let rows = (1...200).map { "\($0),\($0 % 7)\n" }.joined()
    // The quote is in line 202, the words below; three broken rows of 203.
    let text = "user,n\n\(rows)\"a,1\nb,many\nc,-1\n"
    try expectEqual(
      faults(users: text),
      [
        "u.csv: 3 of 203 rows are broken, more than 1 %",
        "u.csv:202:1: this quote is never closed",
        "u.csv:203:3: n: expected a whole number from 0 up, found 'many'",
        "u.csv:204:3: n: expected a whole number from 0 up, found '-1'",
      ])
  }

  @Test func `one broken row in a hundred is left out and noted`() throws {
    let rows = (1...199).map { "\($0),3\n" }.joined()
    let folder = try TestFolder(["u.csv": "user,n\n\(rows)x,y\nz,3.5\n"], tables: Self.users)
    let society = try folder.society()
    expectEqual(society.rowCount, 201)
    expectEqual(society.brokenCount, 2)
    expectEqual(
      society.notes.map { $0.replacing("\(folder.path)/", with: "") },
      [
        "u.csv: 2 of 201 rows are broken and skipped; the first:"
          + " u.csv:201:3: n: expected a whole number from 0 up, found 'y'"
      ])
  }

  @Test(arguments: [
    ("yesterday", "expected a number of s since 1970, found 'yesterday'"),
    ("", "expected a time, found nothing"),
    (
      "1520874886000",
      "expected a time from 1990 to 2099 in s, found '1520874886000';"
        + " as tsUnit ms it would be in 2018"
    ),
    ("12", "expected a time from 1990 to 2099 in s, found '12'"),
  ])
  func `a time that is none, or in another unit than the others`(cell: String, message: String)
    throws
  {
    let folder = try TestFolder(
      ["e.csv": "user,ts\na,1520874886\nb,\(cell)\n"], tables: Self.events)
    expectEqual(
      folder.faults,
      [
        "e.csv: 1 of 2 rows is broken, more than 1 %", "e.csv:3:3: ts: \(message)",
      ])
  }

  @Test(arguments: [
    (
      "1520874886",
      "expected a time such as 2018-03-12T17:14:46Z, found '1520874886';"
        + " as tsUnit s it would be in 2018"
    ),
    ("2018-13-12", "expected a time such as 2018-03-12T17:14:46Z, found '2018-13-12'"),
  ])
  func `a text that is no time`(cell: String, message: String) throws {
    let tables = "{role: events, file: e.csv, kind: like, columns: {ts: ts}}"
    let folder = try TestFolder(["e.csv": "user,ts\na,2018-03-12\nb,\(cell)\n"], tables: tables)
    expectEqual(folder.faults.last, "e.csv:3:3: ts: \(message)")
  }

  @Test(arguments: [
    ("0", "expected a probability above 0 and at most 1, found '0'"),
    ("1.5", "expected a probability above 0 and at most 1, found '1.5'"),
    ("", "expected a probability above 0 and at most 1, found nothing"),
    ("-0.5", "expected a number from 0 up, found '-0.5'"),
  ])
  func `a propensity that is no probability above zero`(cell: String, message: String) throws {
    let tables =
      "{role: bandit, file: b.csv, columns: {action: i, reward: r, propensity: p}}"
    let folder = try TestFolder(["b.csv": "i,r,p\n1,0,0.5\n2,1,\(cell)\n"], tables: tables)
    expectEqual(folder.faults.last, "b.csv:3:5: p: \(message)")
  }

  @Test
  func `more clicks than impressions, a follow of oneself, a gap on both sides of half an hour`()
    throws
  {
    let tables = """
      {role: counts, file: c.csv, columns: {impressions: i, view: v}},
      {role: follows, file: f.csv, columns: {src: a, dst: b}},
      {role: hist, file: h.csv, axis: gapSeconds, columns: {bin: g, count: n}}
      """
    let folder = try TestFolder(
      ["c.csv": "i,v\n3,4\n", "f.csv": "a,b\n7,7\n", "h.csv": "g,n\n10-60min,3\nsoon,1\n"],
      tables: tables)
    expectEqual(
      folder.faults,
      [
        "c.csv: 1 of 1 rows is broken, more than 1 %",
        "c.csv:2:3: v: expected at most the 3 impressions, found '4'",
        "f.csv: 1 of 1 rows is broken, more than 1 %", "f.csv:2:3: b: '7' follows itself",
        "h.csv: 2 of 2 rows are broken, more than 1 %",
        "h.csv:2:1: g: expected a gap on one side of 30min, found '10-60min'",
        "h.csv:3:1: g: expected a gap such as <1s, 1-10s, 5-30min or >=120min, found 'soon'",
      ])
  }

  @Test func `a position beyond the slate`() throws {
    let tables =
      "{role: bandit, file: b.csv, slateSize: 3,"
      + " columns: {action: i, position: p, reward: r, propensity: w}}"
    let folder = try TestFolder(["b.csv": "i,p,r,w\n1,3,0,0.5\n2,4,1,1\n"], tables: tables)
    expectEqual(folder.faults.last, "b.csv:3:3: p: expected a position from 1 to 3, found '4'")
  }

  // MARK: - Packed files

  private func packed(_ text: String) throws -> [UInt8] {
    let folder = try TestFolder()
    try folder.write(Array(text.utf8), to: "plain")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "gzip '\(folder.path)/plain'"]
    try process.run()
    process.waitUntilExit()
    return [UInt8](try Data(contentsOf: URL(filePath: "\(folder.path)/plain.gz")))
  }

  private static let packedUsers = "{role: users, file: u.csv.gz, columns: {followers: n}}"

  @Test func `a packed file is read as the plain one, whatever its name`() throws {
    let bytes = try packed("user,n\na,1\nb,3\n")
    for name in ["u.csv.gz", "u.csv"] {
      let tables = "{role: users, file: \(name), columns: {following: n}}"
      let folder = try TestFolder([:], tables: tables)
      try folder.write(bytes, to: name)
      try expectEqual(folder.society().value("follows a member"), 2)
    }
  }

  @Test func `a packed file that ends too soon`() throws {
    let rows = (1...50_000).map { "\($0),\($0 * 7919 % 10_007)\n" }.joined()
    let folder = try TestFolder([:], tables: Self.packedUsers)
    try folder.write(Array(try packed("user,n\n\(rows)").dropLast(1000)), to: "u.csv.gz")
    expectEqual(folder.faults, ["u.csv.gz: gzip cannot unpack this file: unexpected end of file"])
  }

  @Test func `a file that only looks packed`() throws {
    let folder = try TestFolder(["u.csv.gz": "user,n\na,1\n"], tables: Self.packedUsers)
    expectEqual(
      folder.faults,
      [
        "mapping.json:2:21: tables.file: u.csv.gz: gzip cannot unpack this file:"
          + " not in gzip format"
      ])
  }
}
