import Observation

/// The observed fields of one state.
final class ObservedState {
  /// Those who look at all of a field have another entry than those who ask which child is in it.
  private var fields: [(number: UInt64, andInside: Bool, field: ObservedField)] = []
  private var links: [(number: UInt64, link: WeakLink)] = []
  private var linksCountMax = 8

  /// Whether nobody waits to be told of it.
  var isIdle: Bool {
    !fields.contains { $0.field.isArmed } && !links.contains { $0.link.link != nil }
  }

  func field(_ number: UInt64, andInside: Bool) -> ObservedField {
    let known = fields.first { $0.number == number && $0.andInside == andInside }
    if let known { return known.field }
    let field = ObservedField()
    fields.append((number, andInside, field))
    return field
  }

  func addLink(_ link: ChildStateLink, at number: UInt64) {
    if links.count >= linksCountMax {
      links.removeAll { $0.link.link == nil }
      linksCountMax = max(8, 2 * links.count)
    }
    links.append((number, WeakLink(link)))
  }

  func fieldDidChange(_ number: UInt64, in table: ObservationTable) {
    for known in fields where known.number == number { known.field.didChange(in: table) }
    for (linked, link) in links where linked == number { link.link?.didChange(in: table) }
  }

  /// Something in the field has changed, not which child is there.
  func insideDidChange(_ number: UInt64, in table: ObservationTable) {
    for known in fields where known.number == number && known.andInside {
      known.field.didChange(in: table)
    }
  }

  func allDidChange(in table: ObservationTable) {
    for known in fields { known.field.didChange(in: table) }
    for (_, link) in links { link.link?.didChange(in: table) }
  }
}

/// One observed field, as the system's registrar knows it.
final class ObservedField: Observable {
  private let registrar = ObservationRegistrar()
  /// Whether somebody waits to be told.
  @exclusivity(unchecked) private(set) var isArmed = false
  @exclusivity(unchecked) private var isChanged = false
  @exclusivity(unchecked) private var isKnownToSystem = false
  /// Who is to be told; mostly there is one.
  private var observer: StoreObserver?
  private var moreObservers: [StoreObserver] = []

  /// Never read: a registrar wants a property to speak of.
  private var value: Void { () }

  /// Lets an observer, or else the system's tracking, be told of the next change.
  func arm(for observer: StoreObserver?) {
    isArmed = true
    guard let observer else {
      isKnownToSystem = true
      return registrar.access(self, keyPath: \.value)
    }
    guard let first = self.observer else { return self.observer = observer }
    if first !== observer, moreObservers.last !== observer { moreObservers.append(observer) }
  }

  func didChange(in table: ObservationTable) {
    guard isArmed, !isChanged else { return }
    isChanged = true
    table.willTell(self)
  }

  /// Takes the observer, where it is the only one to be told.
  func takeOnlyObserver() -> StoreObserver? {
    guard moreObservers.isEmpty, !isKnownToSystem, let observer else { return nil }
    isArmed = false
    isChanged = false
    self.observer = nil
    return observer
  }

  func tell(addingTo stale: inout [StoreObserver]) {
    isArmed = false
    isChanged = false
    if let observer, observer.becomeStale() { stale.append(observer) }
    observer = nil
    for observer in moreObservers where observer.becomeStale() { stale.append(observer) }
    moreObservers.removeAll(keepingCapacity: true)
    guard isKnownToSystem else { return }
    isKnownToSystem = false
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}

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
