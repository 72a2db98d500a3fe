import Observation
import Synchronization

/// Who observes which field of which state of one store.
///
/// Owned by the store's actor. It is in force on the thread while the store is read for somebody,
/// and, where anybody observes the store, while actions are reduced. States hold nothing but their
/// identity: so they can be copied freely, and two stores made from one state never tell each
/// other's observers.
@usableFromInline
package final class ObservationTable {
  /// What reading and changing a field means at the moment.
  private enum Mode {
    /// Somebody reads: who asks is to be told of the next change.
    case reading
    /// Somebody asks which children there are, not what is in them.
    case readingChildren
    /// A reducer runs: what it reads is nobody's business, what it changes is.
    case reducing
    /// A child store looks for the fields through which it is reached.
    case following
  }

  /// How many tables are in force on any thread, so that the fields of states that nobody observes
  /// cost one look at a number.
  private static let inForceCount = Atomic<Int>(0)
  private static let current = ThreadLocalPointer()

  private var mode = Mode.reading
  /// How many changes of fields reducers have made, and how many fields were read.
  private(set) var changeCount: UInt64 = 0
  private var readCount: UInt64 = 0
  private var states: [ObservableStateID: ObservedState] = [:]
  private var changedFields: [ObservedField] = []
  private var changedLinks: [ChildStateLink] = []
  private var followedFields: [(state: ObservableStateID, field: UInt64)] = []
  private var statesCountMax = 1024

  /// What has no fields, or is read as a whole: told after every queue of actions.
  private let whole = ObservedField()
  /// Children whose parents don't tell of changes.
  private var untoldLinks: [WeakLink] = []
  /// How many fields somebody waits to be told of. Without any the store pays nothing.
  private var armedCount = 0 {
    didSet { flags.pointee.isObserved = armedCount > 0 }
  }

  private let flags: UnsafeMutablePointer<StoreFlags>

  /// - Parameter flags: Those of the store, which keeps them as long as this table.
  init(flags: UnsafeMutablePointer<StoreFlags>) {
    self.flags = flags
  }
}

// MARK: - Being in Force

extension ObservationTable {
  /// Whether any table is in force on any thread.
  @usableFromInline
  static var isAnyInForce: Bool { inForceCount.load(ordering: .relaxed) > 0 }

  private func inForce<Result>(
    _ mode: Mode, during body: () throws -> Result
  ) rethrows -> Result {
    let (outerMode, slot) = (self.mode, Self.current.slot)
    let outer = slot.pointee
    self.mode = mode
    slot.pointee = Unmanaged.passUnretained(self).toOpaque()
    Self.inForceCount.wrappingAdd(1, ordering: .relaxed)
    defer {
      Self.inForceCount.wrappingSubtract(1, ordering: .relaxed)
      slot.pointee = outer
      self.mode = outerMode
    }
    return try body()
  }

  /// Runs reducers, then tells what they have changed.
  @usableFromInline
  func reducing<Result>(_ body: () -> Result) -> Result {
    inForce(.reducing, during: body)
  }

  private static var inForce: ObservationTable? {
    current.value.map { Unmanaged<ObservationTable>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Called by a state's registrar.
  @usableFromInline
  static func fieldWasRead(_ field: UInt64, of state: ObservableStateID) {
    guard let table = inForce else { return }
    switch table.mode {
    case .reading: table.observe(field, of: state, andInside: true)
    case .readingChildren: table.observe(field, of: state, andInside: false)
    case .following: table.followedFields.append((state, field))
    case .reducing: break
    }
  }

  /// Called by a state's registrar.
  @usableFromInline
  static func fieldWasChanged(_ field: UInt64, of state: ObservableStateID) {
    guard let table = inForce, table.mode == .reducing else { return }
    table.changeCount &+= 1
    table.states[state]?.fieldDidChange(field, in: table)
  }

  /// Runs a child's reducer on a field, and notices whether something has changed in there.
  ///
  /// Who took the whole field from a store is told then; who reaches into it through the child's
  /// store is told by the child's own fields.
  @usableFromInline
  static func noticing<Result>(
    _ field: UInt64, of state: ObservableStateID, _ body: () -> Result
  ) -> Result {
    guard let table = inForce, table.mode == .reducing else { return body() }
    let countBefore = table.changeCount
    let result = body()
    if table.changeCount != countBefore { table.states[state]?.insideDidChange(field, in: table) }
    return result
  }

  /// Called where a state was replaced by another as a whole, by its own reducer.
  @usableFromInline
  static func stateWasReplaced(_ state: ObservableStateID) {
    guard isAnyInForce, let table = inForce, table.mode == .reducing else { return }
    table.changeCount &+= 1
    table.tellAll(of: state)
  }
}

// MARK: - Observing

extension ObservationTable {
  /// The number of what is not a field: all of an enum.
  static let wholeField: UInt64 = 0

  /// Runs code that reads a state for somebody; where it reads no field, as of an enum, who asks is
  /// told of every change.
  @usableFromInline
  func reading<Result>(_ state: ObservableStateID, _ body: () -> Result) -> Result {
    let countBefore = readCount
    let result = inForce(.reading, during: body)
    if readCount == countBefore { observe(Self.wholeField, of: state, andInside: true) }
    return result
  }

  /// Runs code that looks for children for somebody.
  func readingChildren<Result>(of state: ObservableStateID, _ body: () -> Result) -> Result {
    let countBefore = readCount
    let result = inForce(.readingChildren, during: body)
    if readCount == countBefore { observe(Self.wholeField, of: state, andInside: false) }
    return result
  }

  private func observe(_ number: UInt64, of state: ObservableStateID, andInside: Bool) {
    readCount &+= 1
    arm(observed(state).field(number, andInside: andInside))
  }

  /// Lets who asks be told after every queue of actions.
  @usableFromInline
  func observeAll() {
    arm(whole)
  }

  private func arm(_ field: ObservedField) {
    if !field.isArmed { armedCount += 1 }
    field.arm()
  }

  private func observed(_ state: ObservableStateID) -> ObservedState {
    if let observed = states[state] { return observed }
    if states.count >= statesCountMax {
      states = states.filter { !$0.value.isIdle }
      statesCountMax = max(1024, 2 * states.count)
    }
    let observed = ObservedState()
    states[state] = observed
    return observed
  }

  /// Ties a child store's state to the fields through which it is reached.
  ///
  /// - Parameters:
  ///   - link: The child, which keeps it alive.
  ///   - read: Reads the child's state by way of its parent's fields.
  func follow(_ link: ChildStateLink, reading read: () -> Void) {
    inForce(.following, during: read)
    let fields = followedFields
    followedFields = []
    guard !fields.isEmpty else { return untoldLinks.append(WeakLink(link)) }
    for (state, field) in fields { observed(state).addLink(link, at: field) }
  }
}

// MARK: - Telling

extension ObservationTable {
  fileprivate func willTell(_ field: ObservedField) {
    changedFields.append(field)
  }

  fileprivate func willFollow(_ link: ChildStateLink) {
    changedLinks.append(link)
  }

  private func tellAll(of state: ObservableStateID) {
    states[state]?.allDidChange(in: self)
  }

  /// Tells everybody, once, what the queue of actions has changed.
  @usableFromInline
  package func flush() {
    whole.didChange(in: self)
    untoldLinks.removeAll { $0.link == nil }
    changedLinks += untoldLinks.compactMap(\.link)
    while let link = changedLinks.popLast() {
      link.isChanged = false
      guard let state = link.replacedState() else { continue }
      tellAll(of: state)
    }
    guard !changedFields.isEmpty else { return }
    let fields = changedFields
    changedFields = []
    armedCount -= fields.count
    var observers: [StoreObserver] = []
    for field in fields { field.tell(addingTo: &observers) }
    for observer in observers { observer.run() }
  }
}

/// The observed fields of one state.
private final class ObservedState {
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
private final class ObservedField: Observable {
  private let registrar = ObservationRegistrar()
  /// Whether somebody waits to be told.
  private(set) var isArmed = false
  private var isChanged = false
  private var isKnownToSystem = false
  private var observers: [StoreObserver] = []

  /// Never read: a registrar wants a property to speak of.
  private var value: Void { () }

  /// Lets the observer that reads, or else the system's tracking, be told of the next change.
  func arm() {
    isArmed = true
    guard let observer = StoreObserver.current else {
      isKnownToSystem = true
      return registrar.access(self, keyPath: \.value)
    }
    if observers.last !== observer { observers.append(observer) }
  }

  func didChange(in table: ObservationTable) {
    guard isArmed, !isChanged else { return }
    isChanged = true
    table.willTell(self)
  }

  func tell(addingTo stale: inout [StoreObserver]) {
    isArmed = false
    isChanged = false
    for observer in observers where observer.becomeStale() { stale.append(observer) }
    observers.removeAll(keepingCapacity: true)
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
  fileprivate var isChanged = false

  /// - Parameter current: The identity of the state that the store shows now; `nil` if it is gone.
  init(to shown: ObservableStateID, current: @escaping () -> ObservableStateID?) {
    self.shown = shown
    self.current = current
  }

  fileprivate func didChange(in table: ObservationTable) {
    guard !isChanged else { return }
    isChanged = true
    table.willFollow(self)
  }

  /// The state that was shown, if it is another now.
  fileprivate func replacedState() -> ObservableStateID? {
    guard let now = current() else { return shown }
    guard now != shown else { return nil }
    defer { shown = now }
    return shown
  }
}

private struct WeakLink {
  weak var link: ChildStateLink?

  init(_ link: ChildStateLink) {
    self.link = link
  }
}
