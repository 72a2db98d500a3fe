import CAllocationCount

/// Returns how often the current thread asks for heap memory while a closure runs.
func allocationCount(of body: () -> Void) -> UInt64 {
  let before = allocation_count()
  body()
  return allocation_count() - before
}
