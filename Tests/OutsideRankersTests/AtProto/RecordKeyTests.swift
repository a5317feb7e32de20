import OutsideRankers
import SocialFeed
import TestSupport
import Testing

/// Keys of records, and the accounts that have them.
@Suite struct RecordKeyTests {
  @Test func `a text is that of the specification`() {
    expectEqual(RecordKey(number: 0).text, "2222222222222")
    // The example of the specification, of 30 June 2023.
    expectEqual(RecordKey(number: 1_688_137_381_887_007 << 10 | 6).text, "3jzfcijpj2z2a")
    expectEqual(RecordKey(number: 31).text, "222222222222z")
  }

  @Test func `keys are those of simulated times and go up`() {
    let first = RecordKey(at: 0, after: nil)
    expectEqual(first.number, 1_704_067_200_000_000 << 10)
    expectEqual(first.text, "3khuwc44c2222")
    expectEqual(RecordKey(at: 3600, after: first).text, "3khuznfdl2222")
    // At the same time, and before it.
    expectEqual(RecordKey(at: 0, after: first).text, "3khuwc44c2223")
    expectEqual(RecordKey(at: -5, after: first).text, "3khuwc44c2223")
    #expect(RecordKey(at: -1e-6, after: nil) < first)
    for time in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let key = RecordKey(at: time, after: nil)
      #expect(RecordKey(at: time, after: key) > key, "\(time)")
    }
  }

  /// The first 15 bytes of the SHA-256 of `seed 0 world 0 member 0` and so on, in base 32 by Python.
  @Test func `accounts are those of their world and seed`() {
    var (accounts, others) = (WorldAccounts(world: 0), WorldAccounts(world: 3))
    var seeded = WorldAccounts(world: RankerWorld(number: 0, seed: 7))
    expectEqual(accounts.did(of: MemberID(0)), "did:plc:kjls5eafogqhtvwerhfcd6kr")
    expectEqual(others.did(of: MemberID(17)), "did:plc:yyarh33ltfeaghopxkdgzeuf")
    expectEqual(seeded.did(of: MemberID(0)), "did:plc:rvtfswuzd6kckdc6laeq2rqs")
    expectEqual(accounts.sentinel, "did:plc:67oxgoczopjdvb6d5hbpjm7z")
    var all = Set([accounts, others, seeded].flatMap { [$0.sentinel, $0.observer] })
    for member in (0..<100).reversed() {
      all.insert(accounts.did(of: MemberID(member)))
      all.insert(others.did(of: MemberID(member)))
      all.insert(seeded.did(of: MemberID(member)))
    }
    expectEqual(all.count, 306)
  }

  @Test func `a token names the viewer and has a signature of zeros`() {
    let token = ServiceToken.text(issuer: "did:plc:a", audience: "did:web:b", method: "c")
    // Base 64 by coreutils, without padding: {"alg":"ES256K","typ":"JWT"}, the claims, and 64 bytes of 0.
    expectEqual(
      token.split(separator: ".").map(String.init),
      [
        "eyJhbGciOiJFUzI1NksiLCJ0eXAiOiJKV1QifQ",
        "eyJhdWQiOiJkaWQ6d2ViOmIiLCJleHAiOjQxMDI0NDQ4MDAsImlhdCI6MTcwNDA2NzIwMCwiaXNzIjoiZGlkOnBsYzphIiwibHhtIjoiYyJ9",
        String(repeating: "A", count: 86),
      ])
  }
}
