import Foundation
import PageResources
import TestSupport
import Testing

/// What people who do not see the charts, or colours, need of the page.
@Suite struct PageAccessTests {
  private let page = PageText(SampleResults.results(candidates: ["affinity"]))

  @Test func `there is one h1, a way past the bar, and every landmark`() {
    expectEqual(page.count("<h1>"), 1)
    #expect(page.markup.contains("<a class=\"skip\" href=\"#main\">"))
    expectEqual(page.count("<main id=\"main\""), 1)
    expectEqual(page.count("<nav aria-label="), 1)
    expectEqual(page.count("<html lang=\"en\">"), 1)
  }

  @Test func `headings go down one step at a time`() {
    let levels = page.markup.matches(of: /<h([1-6])/).map { Int($0.1)! }
    expectEqual(levels.first, 1)
    for (one, next) in zip(levels, levels.dropFirst()) { #expect(next <= one + 1) }
  }

  @Test func `what names another element names one that is there`() {
    let named = page.markup.matches(of: /aria-(?:labelledby|describedby)="([^"]+)"/).map { $0.1 }
    #expect(named.count >= 10)
    for id in named { expectEqual(page.count(" id=\"\(id)\""), 1, "\(id)") }
  }

  @Test func `ids are unique`() {
    let ids = page.between(" id=\"", "\"")
    expectEqual(Set(ids).count, ids.count)
  }

  @Test func `each chart is an image with words, and each control is named`() {
    expectEqual(page.count("role=\"img\" aria-label=\""), page.count("<div class=\"chart\""))
    expectEqual(page.count("aria-label=\"\""), 0)
    expectEqual(page.count("aria-pressed=\"false\""), 2)
    expectEqual(page.count("<button"), page.count("type=\"button\""))
    expectEqual(page.count("<select"), page.count("<label"))
  }

  @Test func `every table has a caption or a heading, and scopes`() {
    expectEqual(
      page.count("<table"), page.count("<caption") + page.count("<table class=\"stack\">"))
    expectEqual(page.count("<th") - page.count("<thead"), page.count("<th scope="))
  }

  @Test func `what moves or has colours of its own heeds the reader's settings`() {
    let style = PageResource.style.text
    for query in ["prefers-reduced-motion", "forced-colors: active", "@media print"] {
      #expect(style.contains(query), "\(query)")
    }
  }
}

/// The colours of both themes.
@Suite struct PageThemeTests {
  private let theme: [String: Any]

  init() throws {
    let data = Data(PageResource.theme.text.utf8)
    theme = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func colours(_ name: String) -> [String: String] {
    theme[name] as? [String: String] ?? [:]
  }

  @Test(arguments: ["light", "dark"])
  func `text has the contrast that WCAG 2.2 asks for at level AA`(name: String) throws {
    let colours = colours(name)
    let grounds = ["page", "card", "raised"]
    var pairs = ["ink", "muted", "accent"].flatMap { text in grounds.map { (text, $0) } }
    pairs += ["good", "bad", "warn"].flatMap { [($0, "\($0)-bg"), ($0, "card")] }
    pairs += (1...7).map { ("d\($0)-ink", "d\($0)") }
    for (text, ground) in pairs {
      let contrast = try contrast(colours[text], colours[ground])
      #expect(contrast >= 4.5, "\(text) on \(ground): \(contrast)")
    }
    for slot in 0..<6 {
      let contrast = try contrast(colours["s\(slot)"], colours["card"])
      #expect(contrast >= 3, "s\(slot): \(contrast)")
    }
  }

  @Test func `contrast is 21 of black and white, and 1 of equals`() throws {
    #expect(abs(try contrast("#000000", "#ffffff") - 21) < 1e-9)
    try expectEqual(contrast("#566072", "#566072"), 1)
  }

  @Test func `both themes have every colour that anything uses`() throws {
    let (light, dark) = (colours("light"), colours("dark"))
    expectEqual(light.keys.sorted(), dark.keys.sorted())
    let fonts = ["font", "mono"]
    for resource in PageResource.allCases {
      // Of an arm's own colour the style sheet takes what the markup sets.
      for found in resource.text.matches(of: /var\(--([a-z0-9-]+)\)/) where found.1 != "c" {
        let name = String(found.1)
        #expect(light[name] != nil || fonts.contains(name), "\(resource): --\(name)")
      }
    }
  }

  /// (lighter + 0.05) / (darker + 0.05), of relative luminances.
  ///
  /// Source: WCAG 2.2, definitions of contrast ratio and relative luminance.
  private func contrast(_ one: String?, _ other: String?) throws -> Double {
    let lights = try [one, other].map { try luminance($0) }.sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }

  private func luminance(_ colour: String?) throws -> Double {
    let digits = try #require(colour?.dropFirst())
    let value = try #require(Int(digits, radix: 16))
    let channels = [16, 8, 0].map { shift -> Double in
      let part = Double(value >> shift & 0xFF) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }
}
