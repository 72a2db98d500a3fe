/// Ties a child store to the state that it showed when it was last read.
final class ChildStateLink {
  /// The state that was shown.
  private var shown: ObservableStateID
  private let current: () -> ObservableStateID?
  private let follow: () -> Void
  /// Whether states lie between the parent's and this one, of which each can be replaced.
  @exclusivity(unchecked) var isDeep = false
  @exclusivity(unchecked) private var isChanged = false

  /// - Parameters:
  ///   - current: The identity of the state that the store shows now; `nil` if it is gone.
  ///   - follow: Ties the store anew, if the way to its state is another now.
  init(
    to shown: ObservableStateID, current: @escaping () -> ObservableStateID?,
    follow: @escaping () -> Void
  ) {
    self.shown = shown
    self.current = current
    self.follow = follow
  }

  func didChange(in table: ObservationTable) {
    guard !isChanged else { return }
    isChanged = true
    table.willFollow(self)
  }

  func followAgain() { follow() }

  /// The state that was shown, if it is another now; from now on the other one is.
  func takeReplacedState() -> ObservableStateID? {
    isChanged = false
    guard let now = current() else { return shown }
    guard now != shown else { return nil }
    defer { shown = now }
    return shown
  }
}

struct WeakLink {
  weak var link: ChildStateLink?

  init(_ link: ChildStateLink) {
    self.link = link
  }
}
