/// The line of the test that has sent the action that is being reduced.
///
/// If the action is a mistake, the report points at this line, because the test must be changed and
/// not the feature.
@usableFromInline
package enum TestSend {
  /// The line; `nil` if no test has sent the action.
  static var site: CallSite? { pointer.value?.load(as: CallSite.self) }

  private static var pointer: ThreadLocalPointer { .testSend }

  /// Reduces an action that a line of a test has sent.
  @usableFromInline
  package static func reducing<Result>(at site: CallSite, _ reduce: () -> Result) -> Result {
    // Safe: the pointer is valid as long as this closure runs. 'reduce' returns on the thread that
    // called it, and the slot has its outer value again before the closure ends. The line is only
    // read.
    withUnsafePointer(to: site) { line in
      let slot = pointer.slot
      let outer = slot.pointee
      slot.pointee = UnsafeMutableRawPointer(mutating: line)
      defer { slot.pointee = outer }
      return reduce()
    }
  }
}
