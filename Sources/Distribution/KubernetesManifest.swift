/// An Indexed Job of Kubernetes 1.33 or newer that simulates a plan: a pod for each shard, whose retries
/// follow the exit codes of `feedlab work`.
public struct KubernetesManifest: Sendable {
  public let job: ClusterJob
  /// A container image with `feedlab` as its entry point.
  public let image: String
  /// The claim of a volume that all pods may write; it is mounted at the path of the job's store.
  public let claim: String

  public init(_ job: ClusterJob, image: String, claim: String) {
    self.job = job
    self.image = image
    self.claim = claim
  }

  /// The manifest, as YAML.
  public var text: String {
    """
    # The missing runs of a plan, as an Indexed Job: shard K is the pod with JOB_COMPLETION_INDEX=K.
    # After the job, whether or not it succeeded: feedlab gather --plan P --store S --out DIR --missing M.jsonl
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: \(job.name)
      labels: {app.kubernetes.io/name: feedlab}
    spec:
      completionMode: Indexed
      completions: \(job.shards)
      parallelism: \(min(job.slots, job.shards))
      backoffLimitPerIndex: 5
      # A shard that cannot end must not end the others.
      maxFailedIndexes: \(job.shards)
      activeDeadlineSeconds: \(Int(job.timeLimit) * waves)
      podFailurePolicy:
        rules:
          # A drained node or a preempted pod does not count as an attempt.
          - action: Ignore
            onPodConditions:
              - {type: DisruptionTarget, status: "True"}
          # No retry can help: another version, an invalid plan, a missing input, conflicting results.
          - action: FailIndex
            onExitCodes: {containerName: work, operator: In, values: [64, 65, 66, 67, 68, 69, 70]}
      template:
        spec:
          restartPolicy: Never
          terminationGracePeriodSeconds: 60
          containers:
            - name: work
              image: \(quoted(image))
              args:
                - work
                - \(quoted("--plan=\(job.planPath)"))
                - \(quoted("--store=\(job.store)"))
                - --shard=auto
                - --of=\(job.shards)
                - --jobs=\(job.cores)
                - --quiet
              resources:
                requests: {cpu: "\(job.cores)", memory: \(job.memory.mebibytes)Mi}
                limits: {memory: \(job.memory.mebibytes)Mi}
              volumeMounts:
                - {name: store, mountPath: \(quoted(job.store))}
          volumes:
            - name: store
              persistentVolumeClaim: {claimName: \(quoted(claim))}

    """
  }

  /// The largest number of shards of a slot, and one more for retries.
  private var waves: Int { (job.shards + job.slots - 1) / job.slots + 1 }

  /// The text as a YAML string, quoted where YAML could read a number, a Boolean, a mapping or a comment.
  private func quoted(_ text: String) -> String {
    let plain = /(--[a-z]+=)?[A-Za-z\/]([A-Za-z0-9_.\/:@-]*[A-Za-z0-9_.\/@-])?/
    if text.wholeMatch(of: plain) != nil, !Self.reservedWords.contains(text.lowercased()) {
      return text
    }
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"\(escaped)\""
  }

  /// Words that some version of YAML does not read as a string.
  private static let reservedWords: Set = [
    "y", "n", "yes", "no", "on", "off", "true", "false", "null",
  ]
}
