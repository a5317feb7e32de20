import SocialFeed

// A server takes its key from where it keeps secrets. This one is known, so that the output is too.
let signer = MediaLinkSigner(CryptoSigner(key: Array(0..<32)), lifetime: 3600)
let now = 1000.9
let link = signer.link(to: "photos/mo.jpg", now: now)
print(link)

for time in [now, 4600] {
  do {
    try signer.verify(link.description, now: time)
    print("at \(time): valid")
  } catch {
    print("at \(time): \(error)")
  }
}
