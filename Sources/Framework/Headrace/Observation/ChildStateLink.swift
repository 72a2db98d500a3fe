/// Ties a child store to the state that it showed when it was last read.
final class ChildStateLink {
  /// The child, which keeps this; a store that is gone since follows no more.
  private weak var child: ChildEntry?
  /// The identity of the parent's state when the tie was made.
  let parent: ObservableStateID?
  /// The state that was shown.
  private var shown: ObservableStateID
  /// Whether states lie between the parent's and this one, of which each can be replaced.
  @exclusivity(unchecked) var isDeep = false
  @exclusivity(unchecked) private var isChanged = false

  init(of child: ChildEntry, to shown: ObservableStateID, below parent: ObservableStateID?) {
    self.child = child
    self.shown = shown
    self.parent = parent
  }

  func didChange(in table: ObservationTable) {
    guard !isChanged else { return }
    isChanged = true
    table.willFollow(self)
  }

  func followAgain(in table: ObservationTable) {
    child?.followAgain(in: table)
  }

  /// The state that was shown, if it is another now; from now on the other one is.
  func takeReplacedState() -> ObservableStateID? {
    isChanged = false
    guard let now = child?.identityNow else { return shown }
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
