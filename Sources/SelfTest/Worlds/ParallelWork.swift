internal import Experiments
internal import Synchronization

/// The results of independent pieces of work, in order of number.
func parallel<Result: Sendable>(
  _ count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let state = Mutex((next: 0, results: [Result?](repeating: nil, count: count)))
  WorkerThreads.run(max(1, min(jobs, count))) {
    while let index = state.withLock({ state -> Int? in
      guard state.next < count else { return nil }
      defer { state.next += 1 }
      return state.next
    }) {
      let result = work(index)
      state.withLock { $0.results[index] = result }
    }
  }
  return state.withLock { $0.results.compactMap(\.self) }
}
