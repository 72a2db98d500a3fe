import Headrace

extension TestStoreFailure {
  static func sharedMismatch(
    _ difference: SharedValues.Difference, after cause: String?, hasUpdate: Bool
  ) -> String {
    let cause = cause.map { " after \($0)" } ?? ""
    let change = indented(change(in: difference))
    return hasUpdate
      ? """
      The shared value \(difference.name)\(cause) is not as expected.

      \(change)

      (Expected: −, Actual: +)
      """
      : """
      The shared value \(difference.name) changed\(cause), but no change was expected.

      \(change)

      (Expected: −, Actual: +)

      If the change is right, assert it in the trailing closure: '$0.$value.withLock { $0 = … }'.
      """
  }

  static func sharedLeft(_ difference: SharedValues.Difference) -> String {
    """
    The shared value \(difference.name) was changed by an effect, and the test does not say so.

    \(indented(change(in: difference)))

    (Asserted: −, Actual: +)

    If the change is right, assert it: 'store.assert { $0.$value.withLock { $0 = … } }'.
    """
  }

  static func skippedSharedChange(
    _ difference: SharedValues.Difference, after cause: String
  ) -> String {
    """
    A change of the shared value \(difference.name) after \(cause) was not asserted.

    \(indented(change(in: difference)))

    (Asserted: −, Actual: +)
    """
  }

  private static func change(in difference: SharedValues.Difference) -> String {
    Self.difference(difference.expected as Any, difference.actual as Any)
      ?? "The two values print the same."
  }
}
