import Experiments
import Foundation
import ReportKit
internal import Studies
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Checks as JUnit XML.
@Suite struct JUnitReportTests {
  @Test func `a failure, a pass and what is open are as builds show them`() {
    let results = CheckedResults.results([
      ("ndcg@10", .harm), ("like_rate", .none), ("reach", .open),
    ])
    expectEqual(
      results.gate(at: RuleLocations(file: "", lines: [:])).junit,
      #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="feedlab" tests="3" failures="1" errors="0" skipped="1">
        <testsuite name="town" tests="3" failures="1" errors="0" skipped="1">
          <properties>
            <property name="feedlab" value="VERSION"/>
            <property name="digest" value="5ca1ab1e"/>
            <property name="seed" value="7"/>
            <property name="baseline" value="newest"/>
            <property name="worlds" value="4"/>
            <property name="alpha" value="0.05"/>
            <property name="correction" value="none"/>
            <property name="family" value="scenario"/>
            <property name="primary" value=""/>
          </properties>
          <testcase classname="feedlab.town.affinity" name="ndcg@10">
            <failure type="regression" message="harmed beyond the margin: NDCG@10 of affinity against newest: -0.52, 95% CI [-0.56, -0.49], margin 0">harmed beyond the margin: NDCG@10 of affinity against newest: -0.52, 95% CI [-0.56, -0.49], margin 0
      baseline   1.19 (newest)
      candidate  0.66 (affinity)
      change     -0.52
      interval   [-0.56, -0.49], 95% CI
      margin     0, higher is better
      p          &lt;0.001, corrected for 3
      worlds     4, seed 7</failure>
          </testcase>
          <testcase classname="feedlab.town.affinity" name="like_rate">
            <system-out>no harm beyond the margin: LIKE_RATE of affinity against newest: +0.52, 95% CI [+0.49, +0.56], margin 0
      baseline   1.19 (newest)
      candidate  1.71 (affinity)
      change     +0.52
      interval   [+0.49, +0.56], 95% CI
      margin     0, higher is better
      p          1.000, corrected for 3
      worlds     4, seed 7</system-out>
          </testcase>
          <testcase classname="feedlab.town.affinity" name="reach">
            <skipped message="harm undecided: REACH of affinity against newest: 0.00, 95% CI [-0.46, +0.46], margin 0"/>
          </testcase>
        </testsuite>
      </testsuites>

      """#.replacing("VERSION", with: FeedLab.version))
  }

  @Test func `where no metric is tested there are no cases`() throws {
    let elements = try parse(SampleResults.results(candidates: ["affinity"]))
    #expect(elements.map(\.name).contains("testsuite"))
    #expect(!elements.map(\.name).contains("testcase"))
    expectEqual(elements[0].attributes["tests"], "0")
  }

  @Test func `names of any characters come through a parser`() throws {
    let name = CheckedResults.hostile
    let results = CheckedResults.results([(name, .harm)], candidate: name, scenario: name)
    let readable = name.replacing("\u{0}", with: "\u{FFFD}").replacing("\u{1F}", with: "\u{FFFD}")
      .replacing("\u{FFFE}", with: "\u{FFFD}")
    let elements = try parse(results)
    let suite = try #require(elements.first { $0.name == "testsuite" })
    expectEqual(suite.attributes["name"], readable)
    let testCase = try #require(elements.first { $0.name == "testcase" })
    expectEqual(testCase.attributes["classname"], "feedlab.\(readable).\(readable)")
    expectEqual(testCase.attributes["name"], readable)
  }

  @Test func `five hundred checks are counted`() throws {
    let effects = (0..<500).map { index -> (id: String, effect: CheckedResults.Effect) in
      ("m\(index)", [.harm, .none, .open][index % 3])
    }
    let elements = try parse(CheckedResults.results(effects))
    expectEqual(elements[0].attributes["tests"], "500")
    expectEqual(elements[0].attributes["failures"], "167")
    expectEqual(elements[0].attributes["skipped"], "166")
    expectEqual(elements.count { $0.name == "testcase" }, 500)
    expectEqual(elements.count { $0.name == "failure" }, 167)
    expectEqual(elements.count { $0.name == "skipped" }, 166)
  }

  private func parse(_ results: ExperimentResults) throws -> [XMLElements.Element] {
    let elements = XMLElements()
    let parser = XMLParser(
      data: Data(results.gate(at: RuleLocations(file: "", lines: [:])).junit.utf8))
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    return elements.found
  }
}

/// All elements in the order of their starts.
private final class XMLElements: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
  }

  var found: [Element] = []

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    found.append(Element(name: elementName, attributes: attributeDict))
  }
}
