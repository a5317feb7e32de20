internal import PortableMath
internal import Stochastics

/// Component 24: people's phones, and the network between them and the service.
///
/// Some members (30 %) own a second device, and each session is on one of theirs. It opens the app
/// anew, or with a probability (0) finds the screen as it was left. A call fails with a probability
/// (0.005), half of the time on the way there and half on the way back, when the service has done
/// what was asked; an answer takes a log-normal time (median 120 ms).
struct Devices: Sendable {
  /// What becomes of a call.
  struct Fate: Sendable {
    enum Failure: Sendable {
      /// The service never heard of it.
      case request
      /// The service has done it, and the device does not know.
      case answer
    }

    let failure: Failure?
    /// Seconds until the device knows.
    let latency: Double
  }

  private static let toggle: UInt32 = 0x8000_0000
  private static let sync: UInt32 = 0x4000_0000
  /// Standard deviation of the log of the latency: an assumption.
  private static let latencyDeviation = 0.6

  private let parameters: SocietyParameters.Devices
  private let stream: KeyedStream

  init(_ parameters: SocietyParameters, _ stream: KeyedStream) {
    self.parameters = parameters.devices
    self.stream = stream
  }

  /// Whether screens are kept from one session to the next. Otherwise the app is closed when the
  /// device is put down.
  var keepsScreens: Bool { parameters.resume > 0 }

  /// Whether a member owns a second device.
  private func hasSecond(_ member: MemberKey) -> Bool {
    parameters.second > 0 && stream.uniform(member.rawValue, 0, 0) < parameters.second
  }

  /// Which of the member's devices a session is on, 0 or 1, and whether it finds the screen as it
  /// was left.
  func session(_ member: MemberKey, _ session: UInt32) -> (device: Int, resumes: Bool) {
    let uniforms = stream.uniforms(member.rawValue, session, 1)
    return (
      hasSecond(member) && uniforms[0] < 0.5 ? 1 : 0,
      uniforms[1] < parameters.resume
    )
  }

  /// What becomes of asking for a page of a refresh, the pages numbered from 0.
  func page(_ member: MemberKey, refresh: UInt32, page: UInt32) -> Fate {
    fate(stream.uniforms(member.rawValue, refresh, 2 + page))
  }

  /// What becomes of a tap on a post's button; a repeat of the same tap has the same fate.
  func tap(_ member: MemberKey, _ post: PostTraits, kind: UInt8) -> Fate {
    let occurrence = Self.toggle | UInt32(kind) << 25 | post.occasion
    return fate(stream.uniforms(member.rawValue, post.authorKey, occurrence))
  }

  /// What becomes of a batch of a session's sync, the batches numbered from 0.
  func sync(_ member: MemberKey, session: UInt32, batch: UInt32) -> Fate {
    fate(stream.uniforms(member.rawValue, session, Self.sync | batch))
  }

  private func fate(_ uniforms: SIMD4<Double>) -> Fate {
    let failure: Fate.Failure? =
      if uniforms[0] >= parameters.failure { nil } else {
        uniforms[0] < parameters.failure / 2 ? .request : .answer
      }
    let deviate = Self.latencyDeviation * Quantile.normal(uniforms[1])
    return Fate(failure: failure, latency: parameters.latency * Portable.exp(deviate))
  }
}
