/// Something that watches a run: the metrics, the digest, the trace.
///
/// A sink observes everything in order of time. It cannot change the run, so that the run does not depend on the number
/// of sinks. What a sink does not need it leaves to the empty default.
public protocol ObservationSink: AnyObject {
  func begin(_ run: RunObservation)
  func observe(_ member: MemberObservation)
  func observe(_ post: PostObservation)
  func observe(_ deletion: DeletionObservation)
  func observe(_ account: AccountObservation)
  func observe(_ pet: PetObservation)
  func observe(_ request: RequestObservation)
  func observe(_ page: borrowing PageObservation)
  func observe(_ interaction: InteractionObservation)
  func observe(_ contest: ContestObservation)
  func observe(_ entry: EntryObservation)
  func observe(_ tie: TieObservation)
  func observe(_ buttons: ButtonsObservation)
  func observe(_ episode: StaleButtonObservation)
  func observe(_ departure: DepartureObservation)
  func observe(_ assignment: AssignmentObservation)
}

extension ObservationSink {
  public func begin(_ run: RunObservation) {}
  public func observe(_ member: MemberObservation) {}
  public func observe(_ post: PostObservation) {}
  public func observe(_ deletion: DeletionObservation) {}
  public func observe(_ account: AccountObservation) {}
  public func observe(_ pet: PetObservation) {}
  public func observe(_ request: RequestObservation) {}
  public func observe(_ page: borrowing PageObservation) {}
  public func observe(_ interaction: InteractionObservation) {}
  public func observe(_ contest: ContestObservation) {}
  public func observe(_ entry: EntryObservation) {}
  public func observe(_ tie: TieObservation) {}
  public func observe(_ buttons: ButtonsObservation) {}
  public func observe(_ episode: StaleButtonObservation) {}
  public func observe(_ departure: DepartureObservation) {}
  public func observe(_ assignment: AssignmentObservation) {}
}
