import CAllocationCount

/// Returns the bytes of heap memory that the current thread keeps after many runs of a closure.
///
/// The runs before the first measurement allocate everything that is kept once.
func growth(in runCount: Int = 2_000, of body: (Int) -> Void) -> Int64 {
  for run in 0..<(runCount / 4) { body(run) }
  let before = allocation_live_bytes()
  for run in 0..<runCount { body(run) }
  return allocation_live_bytes() - before
}
