internal import PortableMath
internal import Stochastics

/// Component 24: people's phones, and the network between them and the service.
///
/// Some members (30 %) own a second device, and each session is on one of theirs. It opens the app
/// anew, or with a probability (0) finds the screen as it was left. A call fails with a probability
/// (0.005), half of the time on the way there and half on the way back, when the service has done
/// what was asked; an answer takes a log-normal time (median 120 ms).
public struct Connection: Behaviour {
  public enum Situation: Sendable {
    /// A session begins. One uniform number of the member, two of the session.
    case session(owning: Double, choice: Double, resuming: Double)
    /// A call is made.
    case call(failing: Double, latency: Double)
  }

  public struct Decision: Sendable, Hashable {
    public enum Failure: Sendable, Hashable {
      /// The service never heard of the call.
      case request
      /// The service has done it, and the device does not know.
      case answer
    }

    /// Which of the member's devices, 0 or 1.
    public let device: Int
    /// Whether the session finds the screen as it was left.
    public let resumes: Bool
    public let failure: Failure?
    /// Seconds until the device knows.
    public let latency: Double

    public init(
      device: Int = 0, resumes: Bool = false, failure: Failure? = nil, latency: Double = 0
    ) {
      self.device = device
      self.resumes = resumes
      self.failure = failure
      self.latency = latency
    }
  }

  /// Standard deviation of the log of the latency: an assumption.
  private static let latencyDeviation = 0.6

  private let devices: SocietyParameters.Devices

  public init(_ parameters: SocietyParameters) { devices = parameters.devices }

  public func decide(_ situation: Situation) -> Decision {
    switch situation {
    case .session(let owning, let choice, let resuming):
      let isSecond = owning < devices.second && choice < 0.5
      return Decision(device: isSecond ? 1 : 0, resumes: resuming < devices.resume)
    case .call(let failing, let latency):
      let failure: Decision.Failure? =
        if failing >= devices.failure { nil } else {
          failing < devices.failure / 2 ? .request : .answer
        }
      let deviate = Self.latencyDeviation * Quantile.normal(latency)
      return Decision(failure: failure, latency: devices.latency * Portable.exp(deviate))
    }
  }
}
