import ReportKit
import TestSupport
import Testing

/// Documents as pages with a policy.
@Suite struct PageTests {
  @Test func `a policy admits the page's own style sheet by its hash, and no script`() {
    let document = Document(
      blocks: [
        .title(mark: "feedlab:\"x", "A <script> style=\"x\""), .paragraph("b"), .paragraph("c"),
      ])
    // The hash is that of Python's hashlib.
    let page = """
      <!doctype html>
      <!-- feedlab:&quot;x -->
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-4h2lSzK4gvytOdwvE4IYlBZsCujJLnIZWWnzx+KQ1Y4='; base-uri 'none'; form-action 'none'">
      <style>:root{--ink:#111827}
      .s0{margin:0;padding:16px;background:#f5f6f8}
      .s1{max-width:1080px;margin:0 auto;padding:20px 24px;background:#ffffff;color:#111827;font:14px/1.45 Arial,Helvetica,sans-serif}
      .s2{margin:0 0 8px;font-size:20px}
      .s3{margin:6px 0}
      </style>
      <title>A &lt;script&gt; style=&quot;x&quot;</title>
      </head>
      <body class="s0">
      <div class="s1">
      <h1 class="s2">A &lt;script&gt; style=&quot;x&quot;</h1>
      <p class="s3">b</p>
      <p class="s3">c</p>
      </div>
      </body>
      </html>

      """
    expectEqual(document.page(style: ":root{--ink:#111827}"), page)
  }

  @Test func `an empty text has the hash that the standard has`() {
    expectEqual(
      HTMLText.policySource(of: ""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
  }
}
