/// An effect that waits in a debounce or a throttle, whose parts can be cancelled by their ids.
///
/// A scope lists those that wait in it; `HeldParts` knows the parts themselves.
@usableFromInline
protocol HeldEffect: AnyObject {
  /// Shows which of two effects of a store began to wait first.
  var number: Int { get }

  /// The ids of the parts that start at the end of the wait.
  var ids: [any CancelID] { get }

  /// The parts that don't start.
  var cancelled: Set<ObjectIdentifier> { get }

  /// Cancels the parts with an id that belong to a feature or to those below it.
  ///
  /// - Returns: Whether any part was cancelled, and whether nothing is left to start then, so that
  ///   the caller must end the wait.
  func cancelParts(
    id: any CancelID, in feature: _EffectScope
  ) -> (hasCancelled: Bool, isEmpty: Bool)

  /// Ends the wait of an effect with nothing left to start.
  func cancelWait()
}
