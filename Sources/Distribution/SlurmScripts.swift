/// The batch scripts for simulating a plan by Slurm: an array of shards, followed by a job that gathers the
/// results and, where runs are missing, submits another array and itself again.
///
/// No process waits for the queue. A shard retries in its own job, because Slurm requeues only after minutes;
/// `--requeue` is for lost nodes. The gathering trusts only the files in the store, not the array's state in
/// the queue.
public struct SlurmScripts: Sendable {
  public let job: ClusterJob
  /// Absolute path of `feedlab` on the nodes.
  public let program: String
  /// Absolute path of the folder of the results.
  public let out: String
  /// How often the missing runs of a round may be submitted again.
  public let rounds: Int
  public let partition: String?
  public let constraint: String?

  public init(
    _ job: ClusterJob, program: String, out: String, rounds: Int, partition: String? = nil,
    constraint: String? = nil
  ) {
    self.job = job
    self.program = program
    self.out = out
    self.rounds = rounds
    self.partition = partition
    self.constraint = constraint
  }

  /// The folder of scripts and logs, which Slurm requires to exist.
  public var folder: String { "\(job.store)/logs/\(job.shortID)" }

  public var shardsPath: String { "\(folder)/shards.sbatch" }
  public var gatherPath: String { "\(folder)/gather.sbatch" }

  /// The prefix of the files that mark plans under way. A new submission deletes the marks of earlier ones.
  public static let markPrefix = "under-way-"

  /// The commands that submit the scripts.
  ///
  /// Where rounds overlap, only the job that gathers is submitted: it submits each round itself.
  public var submission: String {
    let (shards, gather) = (quoted(shardsPath), quoted(gatherPath))
    let cleaning = "rm -f \(quoted(folder))/\(Self.markPrefix)*\n"
    guard job.lag == 0 else { return cleaning + "sbatch --parsable \(gather) 0 \(rounds)\n" }
    return cleaning + """
      array=$(sbatch --parsable \(shards))
      sbatch --parsable --dependency="afterany:${array%%;*}" \(gather) "${array%%;*}" \(rounds)

      """
  }

  /// The last minute of the time limit, in which units under way may end.
  private static let lastMinute = 60.0

  /// One shard: `shards.sbatch [PLAN SHARDS]`.
  public var shards: String {
    let head = header(
      ["--array=0-\(job.shards - 1)%\(job.slots)"],
      ["--cpus-per-task=\(job.cores)", "--output=\(quoted("\(folder)/shard-%A_%a.out"))"],
      ["--signal=B:TERM@\(Int(Self.lastMinute))"])
    return head + """
      # One shard of a plan: shards.sbatch [PLAN SHARDS]
      set -u

      feedlab=\(quoted(program))
      store=\(quoted(job.store))
      logs=\(quoted(folder))
      plan=${1:-\(quoted(job.planPath))}
      shards=${2:-\(job.shards)}
      # The time limit without its last minute, at which Slurm sends SIGTERM.
      seconds=\(Int(job.timeLimit - Self.lastMinute))

      worker=
      stopped=
      trap 'stopped=yes; [[ -z $worker ]] || kill -TERM "$worker" 2>/dev/null' TERM

      for attempt in 1 2 3; do
        [[ -z $stopped ]] || exit 75
        "$feedlab" work --plan "$plan" --store "$store" --shard "$SLURM_ARRAY_TASK_ID" --of "$shards" \\
          --jobs \(job.cores) --deadline "$((seconds - SECONDS))s" --quiet &
        worker=$!
        wait "$worker"
        code=$?
        # A signal ends `wait` early; wait for the worker's exit code.
        while kill -0 "$worker" 2>/dev/null; do
          wait "$worker"
          code=$?
        done
        worker=
        case $code in
          0) exit 0 ;;
          6[4-9] | 70)
            # No retry can help: with this mark gather.sbatch does not submit the shard again.
            echo "shard $SLURM_ARRAY_TASK_ID of $shards on $(hostname): exit $code" \\
              >"$logs/refused-${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
            exit "$code"
            ;;
        esac
        ((code == 75 || code >= 128)) && ((attempt < 3)) && ((seconds - SECONDS > 60)) && [[ -z $stopped ]] ||
          exit "$code"
        # Slurm requeues only after minutes, so that the shard retries here; finished units are not repeated.
        echo "attempt $attempt of shard $SLURM_ARRAY_TASK_ID ended with exit $code" >&2
        sleep "$((attempt * 2))"
      done

      """
  }

  /// The job that gathers: `gather.sbatch ARRAY ROUNDS [PLAN]`.
  ///
  /// Where rounds overlap, each has its own array and its own job of this kind. The mark of a plan keeps other
  /// arrays from simulating the same units.
  public var gather: String {
    let head = header([], ["--output=\(quoted("\(folder)/gather-%j.out"))"], [])
    let nextRound = job.lag > 0 ? " --next-round" : ""
    return head + """
      # Gathers a plan and, where units are missing, submits them and itself again:
      # gather.sbatch ARRAY ROUNDS [PLAN]
      set -u

      feedlab=\(quoted(program))
      store=\(quoted(job.store))
      logs=\(quoted(folder))
      out=\(quoted(out))
      array=$1  # the job array that has just left the queue, whether or not it succeeded; 0 for none
      rounds=$2 # how often missing units may be submitted again
      plan=${3:-\(quoted(job.planPath))}
      lag=\(job.lag) # rounds that may be under way besides the oldest
      missing=$logs/missing-$array.jsonl

      # The mark of a plan under way keeps other arrays from simulating its units.
      refused=$(cat "$logs/refused-$array"_* 2>/dev/null)
      [[ -n $refused ]] || rm -f "$logs/\(Self.markPrefix)$(basename "$plan" .jsonl)"

      while :; do
        others=()
        for mark in "$logs"/\(Self.markPrefix)*; do
          [[ -e $mark ]] && others+=(--under-way "$store/plans/${mark##*/\(Self.markPrefix)}.jsonl")
        done
        "$feedlab" gather --plan "$plan" --store "$store" --out "$out" --missing "$missing" --quiet\(nextRound) \\
          ${others[@]+"${others[@]}"}
        code=$?
        ((code == 3)) || exit "$code"

        if [[ -n $refused ]]; then
          echo "$refused" >&2
          echo "not submitted again, because a retry cannot help" >&2
          exit 3
        fi
        # Other arrays simulate all missing units, and gather afterwards.
        [[ -s $missing ]] || exit 0

        # Units of the next round of a tuning, or of the next look of an experiment, are not retries.
        left=\(rounds)
        if ((array != 0)) && grep -qxFf <(tail -n +2 "$plan") <(tail -n +2 "$missing"); then
          if ((rounds == 0)); then
            echo "not submitted again, because no rounds are left; the plan of the missing units is $missing" >&2
            : >"$logs/\(Self.markPrefix)$(basename "$plan" .jsonl)"
            exit 3
          fi
          left=$((rounds - 1))
        fi

        # The store has every plan; another job of this kind may have marked the same one.
        id=$(sha256sum <"$missing")
        id=${id%% *}
        (set -C && : >"$logs/\(Self.markPrefix)$id") 2>/dev/null || continue

        units=$(($(wc -l <"$missing") - 1))
        shards=\(job.shards)
        ((units < shards)) && shards=$units
        next_plan=$store/plans/$id.jsonl
        if ! next=$(sbatch --parsable --array="0-$((shards - 1))%\(job.slots)" "$logs/shards.sbatch" "$next_plan" "$shards") ||
          ! sbatch --parsable --dependency="afterany:${next%%;*}" "$logs/gather.sbatch" "${next%%;*}" "$left" "$next_plan"; then
          rm -f "$logs/\(Self.markPrefix)$id"
          exit 1
        fi
        echo "$units units are missing: job array ${next%%;*} simulates them, $left more rounds may follow" >&2
        ((lag > 0)) || exit 0
      done

      """
  }

  private func header(_ first: [String], _ middle: [String], _ last: [String]) -> String {
    let optional = [
      partition.map { "--partition=\($0)" }, constraint.map { "--constraint=\($0)" },
    ].compactMap { $0 }
    let minutes = Int((job.timeLimit / 60).rounded(.up))
    let options =
      ["--job-name=\(job.name)"] + first + ["--time=\(minutes)", "--mem=\(job.memory)"] + optional
      + middle + ["--open-mode=append", "--requeue"] + last
    return "#!/bin/bash\n" + options.map { "#SBATCH \($0)\n" }.joined()
  }

  /// The text as a word of a shell.
  private func quoted(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: /[A-Za-z0-9_.\/:=,@%+-]+/) != nil
    // An apostrophe with a combining mark is one character.
    let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return isPlain ? text : "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
  }
}
