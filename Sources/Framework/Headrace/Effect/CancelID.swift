/// An id by which an effect can be cancelled, and those that it was given further out.
///
/// A list, as there is mostly one; and in an object of its own, as a key is too large to be copied
/// with everything that an effect starts in.
@usableFromInline
final class CancelID {
  let value: AnyHashable
  private let outer: CancelID?

  @usableFromInline
  init(_ value: AnyHashable) {
    self.value = value
    self.outer = nil
  }

  init(_ value: AnyHashable, below outer: CancelID) {
    self.value = value
    self.outer = outer
  }

  /// Whether an id is among them.
  func includes(_ id: AnyHashable) -> Bool {
    value == id || outer?.includes(id) == true
  }
}
