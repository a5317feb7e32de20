/// The batch scripts with which Slurm lives through a plan: an array of shards, and behind it a job that
/// gathers, submits what is missing, and itself again.
///
/// No process waits for the queue. A shard is tried again in place, since Slurm requeues only after minutes;
/// `--requeue` is for lost nodes. The folder is the truth: the gathering looks into it whatever the queue
/// says of the array.
public struct SlurmScripts: Sendable {
  public let job: ClusterJob
  /// Absolute path of `feedlab` on the nodes.
  public let program: String
  /// Absolute path of the folder that the results go to.
  public let out: String
  /// How often what is still missing of a round may be submitted again.
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

  /// Where scripts and logs go; Slurm needs the folder to be there.
  public var folder: String { "\(job.store)/logs/\(job.shortID)" }

  public var shardsPath: String { "\(folder)/shards.sbatch" }
  public var gatherPath: String { "\(folder)/gather.sbatch" }

  /// What the marks of plans that are under way begin with; those of an earlier submission say nothing of this
  /// one.
  public static let markPrefix = "under-way-"

  /// The commands that submit them.
  ///
  /// Where rounds overlap, the job that gathers is the first: it submits each round by itself.
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
        # A signal ends `wait` early; the code is that of the worker's own end.
        while kill -0 "$worker" 2>/dev/null; do
          wait "$worker"
          code=$?
        done
        worker=
        case $code in
          0) exit 0 ;;
          6[4-9] | 70)
            # No retry can help: the mark tells gather.sbatch not to submit it again.
            echo "shard $SLURM_ARRAY_TASK_ID of $shards on $(hostname): exit $code" \\
              >"$logs/refused-${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
            exit "$code"
            ;;
        esac
        ((code == 75 || code >= 128)) && ((attempt < 3)) && ((seconds - SECONDS > 60)) && [[ -z $stopped ]] ||
          exit "$code"
        # Slurm requeues only after minutes, so that another attempt is made here; what is there already is
        # not done again.
        echo "attempt $attempt of shard $SLURM_ARRAY_TASK_ID ended with exit $code" >&2
        sleep "$((attempt * 2))"
      done

      """
  }

  /// What gathers: `gather.sbatch ARRAY ROUNDS [PLAN]`.
  ///
  /// Where rounds overlap, each has an array and a job of this kind of its own. A mark in the folder for
  /// each of them keeps others from living through the same units.
  public var gather: String {
    let head = header([], ["--output=\(quoted("\(folder)/gather-%j.out"))"], [])
    let nextRound = job.lag > 0 ? " --next-round" : ""
    return head + """
      # Gathers a plan and, where units are missing, submits those and itself again:
      # gather.sbatch ARRAY ROUNDS [PLAN]
      set -u

      feedlab=\(quoted(program))
      store=\(quoted(job.store))
      logs=\(quoted(folder))
      out=\(quoted(out))
      array=$1  # the job array that has just left the queue, whether or not it ended well; 0 for none
      rounds=$2 # how often what is still missing may be submitted
      plan=${3:-\(quoted(job.planPath))}
      lag=\(job.lag) # rounds that may be under way besides another
      missing=$logs/missing-$array.jsonl

      # A mark for each plan that an array lives through keeps its units from others.
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
          echo "not submitted again, since a retry cannot help" >&2
          exit 3
        fi
        # Others live through all that is missing, and gather behind it.
        [[ -s $missing ]] || exit 0

        # Units of the next round of a tuning, or of the next look of an experiment, are no second try.
        left=\(rounds)
        if ((array != 0)) && grep -qxFf <(tail -n +2 "$plan") <(tail -n +2 "$missing"); then
          if ((rounds == 0)); then
            echo "not submitted again, since no rounds are left; the plan of what is missing is $missing" >&2
            : >"$logs/\(Self.markPrefix)$(basename "$plan" .jsonl)"
            exit 3
          fi
          left=$((rounds - 1))
        fi

        # The store has every plan; another job of this kind may have come to the same one.
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
        echo "$units units are missing: job array ${next%%;*} lives through them, $left more rounds may follow" >&2
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

  /// As a shell takes it.
  private func quoted(_ text: String) -> String {
    let isPlain = text.wholeMatch(of: /[A-Za-z0-9_.\/:=,@%+-]+/) != nil
    return isPlain ? text : "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
