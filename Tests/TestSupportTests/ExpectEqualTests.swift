import TestSupport
import Testing

/// Most tests could not fail if this function did not record an issue.
@Suite struct ExpectEqualTests {
  @Test func `the expected value is no issue`() {
    expectEqual([1, 2], [1, 2])
    expectEqual([3].first, 3)
    expectEqual([Int]().first, nil)
  }

  @Test func `another value is an issue at the caller's line, with both values and the comment`() {
    let line = #line + 2
    withKnownIssue {
      expectEqual("a\n", "b", "row 3")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments == [#"row 3: found "a\n", expected "b""#]
    }
    withKnownIssue {
      expectEqual([1.5].first, nil)
    } matching: { issue in
      issue.comments == ["found Optional(1.5), expected nil"]
    }
  }
}
