internal import PortableMath
internal import Stochastics

/// People's phones, and the network between them and the service.
///
/// Some members own a second device, and each session is on one of theirs. It opens the app anew, or continues on the
/// last screen. A call may fail, half of the time on the way there and half on the way back, when the service has done
/// its work; an answer takes a log-normal time.
public struct Devices: Behaviour {
  public struct Parameters: ParameterSection {
    public var second = 0.0
    public var resume = 0.0
    public var failure = 0.0
    public var latency = 0.0

    static let parameters = [
      SocietyParameter(
        "behaviour.devices.second", \.devices.second, 0, in: 0...1, unit: "of members",
        "Share of members with a second device."),
      SocietyParameter(
        "behaviour.devices.resume", \.devices.resume, 0, in: 0...1, unit: "of sessions",
        "Share of sessions that find the screen as it was left; the others open the app anew."),
      SocietyParameter(
        "behaviour.devices.failure", \.devices.failure, 0, in: 0...1, unit: "of calls",
        "Share of calls that fail, half of them after the service has carried them out."),
      SocietyParameter(
        "behaviour.devices.latency", \.devices.latency, 0, in: 0...60, unit: "s",
        "Median time until an answer arrives."),
    ]
  }

  static let component = BehaviourComponent(
    "devices", term: "faulty network",
    neededBy: "no figure; the source system syncs devices (off unless app: full)",
    equation: {
      """
      \($0.devices.second) own a second device; \($0.devices.failure) of calls fail; \
      latency log-normal, median \($0.devices.latency) s.
      """
    },
    without: "Everybody has one device and calls neither fail nor last.",
    off: [\.devices.second: 0, \.devices.failure: 0, \.devices.latency: 0])

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
    /// Whether the session continues on the last screen.
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

  private let devices: Parameters

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
      return Decision(
        failure: failure,
        latency: devices.latency * Portable.exp(Self.latencyDeviation * Quantile.normal(latency)))
    }
  }
}
