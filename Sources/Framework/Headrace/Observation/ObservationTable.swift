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
  @usableFromInline
  enum Mode {
    /// Somebody reads: who asks is to be told of the next change.
    case reading
    /// Somebody asks which children there are, not what is in them.
    case readingChildren
    /// A reducer runs: what it reads is nobody's business, what it changes is.
    case reducing
    /// A child store looks for the fields through which it is reached.
    case following
  }

  /// How many tables are in force on any thread, or are for stores that somebody observes, so that
  /// the fields of states that nobody observes cost one look at a number.
  private static let presentCount = Atomic<Int>(0)
  private static var current: ThreadLocalPointer { .observations }

  @exclusivity(unchecked) private var mode = Mode.reading
  /// How many uses of the table are under way.
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var isPresent = false
  /// How many changes of fields reducers have made, and how many fields were read.
  @exclusivity(unchecked) private(set) var changeCount: UInt64 = 0
  @exclusivity(unchecked) @usableFromInline private(set) var readCount: UInt64 = 0

  private var states: [ObservableStateID: ObservedState] = [:]
  private var statesCountMax = 1024
  /// The state that was looked for last; it is one of those above.
  @exclusivity(unchecked) private var lastState: Unmanaged<ObservedState>?
  @exclusivity(unchecked) private var lastStateID = ObservableStateID.inert

  /// The chain of fields that have changed since the last flush; mostly there is one.
  @exclusivity(unchecked) private var firstChanged: Unmanaged<ObservedField>?
  @exclusivity(unchecked) private var lastChanged: Unmanaged<ObservedField>?
  private var followedFields: [(state: ObservableStateID, field: UInt64)] = []

  /// What has no fields, or is read as a whole: told after every queue of actions.
  private let whole = ObservedField(wholeField, seesInside: true)
  private var changedLinks: [WeakLink] = []
  /// Children whose parents don't tell of changes.
  private var untoldLinks: [WeakLink] = []
  @exclusivity(unchecked) private var hasLinks = false
  /// How many fields somebody waits to be told of. Without any the store pays nothing.
  @exclusivity(unchecked) private var armedCount = 0

  private let flags: UnsafeMutablePointer<StoreFlags>

  /// - Parameter flags: Those of the store, which keeps them as long as this table.
  init(flags: UnsafeMutablePointer<StoreFlags>) {
    self.flags = flags
  }

  deinit {
    if isPresent { Self.presentCount.wrappingSubtract(1, ordering: .relaxed) }
  }
}

// MARK: - Being in Force

extension ObservationTable {
  /// Whether any table is in force on any thread, or for a store that somebody observes.
  @usableFromInline
  static var isAnyInForce: Bool { presentCount.load(ordering: .relaxed) > 0 }

  /// What was in force before.
  @usableFromInline
  struct Outer {
    fileprivate let mode: Mode
    fileprivate let slot: ThreadLocalPointer.Slot
    fileprivate let table: UnsafeMutableRawPointer?
  }

  /// Puts the table in force on this thread. Whoever calls it lets it ``leave(_:)`` again.
  @usableFromInline
  func enter(_ mode: Mode) -> Outer {
    let slot = Self.current.slot
    let outer = Outer(mode: self.mode, slot: slot, table: slot.pointee)
    self.mode = mode
    slot.pointee = Unmanaged.passUnretained(self).toOpaque()
    depth &+= 1
    if !isPresent { countPresence() }
    return outer
  }

  @usableFromInline
  func leave(_ outer: Outer) {
    outer.slot.pointee = outer.table
    mode = outer.mode
    depth &-= 1
    if depth == 0, armedCount == 0 { countPresence() }
  }

  private func countPresence() {
    let isNeeded = depth > 0 || armedCount > 0
    guard isNeeded != isPresent else { return }
    isPresent = isNeeded
    Self.presentCount.wrappingAdd(isNeeded ? 1 : -1, ordering: .relaxed)
  }

  /// Runs reducers with the table in force.
  @inlinable
  func reducing<Result>(_ body: () -> Result) -> Result {
    let outer = enter(.reducing)
    let result = body()
    leave(outer)
    return result
  }

  /// The table that is in force on the thread; whoever put it there keeps it.
  private static var inForce: Unmanaged<ObservationTable>? {
    current.value.map { Unmanaged.fromOpaque($0) }
  }

  /// Whether reducers of an observed store run on this thread.
  static var isReducing: Bool {
    guard let inForce else { return false }
    return inForce._withUnsafeGuaranteedRef { $0.mode == .reducing }
  }

  /// Called by a state's registrar.
  @usableFromInline
  static func fieldWasRead(_ field: UInt64, of state: ObservableStateID) {
    inForce?._withUnsafeGuaranteedRef { table in
      switch table.mode {
      case .reading: table.armRead(field, of: state, andInside: true)
      case .readingChildren: table.observe(field, of: state, andInside: false)
      case .following: table.followedFields.append((state, field))
      case .reducing: break
      }
    }
  }

  /// Called by a state's registrar.
  @usableFromInline
  static func fieldWasChanged(_ field: UInt64, of state: ObservableStateID) {
    inForce?._withUnsafeGuaranteedRef { table in
      guard table.mode == .reducing else { return }
      table.changeCount &+= 1
      table.known(state)?._withUnsafeGuaranteedRef { $0.fieldDidChange(field, in: table) }
    }
  }

  /// Runs a child's reducer on a field, and notices whether something has changed in there.
  ///
  /// Who took the whole field from a store is told then; who reaches into it through the child's
  /// store is told by the child's own fields.
  @usableFromInline
  static func noticing<Result>(
    _ field: UInt64, of state: ObservableStateID, _ body: () -> Result
  ) -> Result {
    guard isReducing, let table = inForce?.takeUnretainedValue() else { return body() }
    let countBefore = table.changeCount
    let result = body()
    if table.changeCount != countBefore {
      table.known(state)?._withUnsafeGuaranteedRef { $0.insideDidChange(field, in: table) }
    }
    return result
  }

  /// Called where a state was replaced by another as a whole, by its own reducer.
  @usableFromInline
  static func stateWasReplaced(_ state: ObservableStateID) {
    guard isAnyInForce, isReducing, let table = inForce?.takeUnretainedValue() else { return }
    table.changeCount &+= 1
    table.tellAll(of: state)
  }
}

// MARK: - Observing

extension ObservationTable {
  /// The number of what is not a field: all of an enum.
  @usableFromInline static let wholeField: UInt64 = 0

  /// Runs code that reads a state for somebody; where it reads no field, as of an enum, who asks is
  /// told of every change.
  @inlinable
  @inline(__always)
  func reading<Result>(
    _ state: @autoclosure () -> ObservableStateID, _ body: () -> Result
  ) -> Result {
    let countBefore = readCount
    let outer = enter(.reading)
    let result = body()
    leave(outer)
    if readCount == countBefore { observe(Self.wholeField, of: state(), andInside: true) }
    return result
  }

  /// Runs code that looks for children for somebody.
  @inlinable
  func readingChildren<Result>(of state: ObservableStateID, _ body: () -> Result) -> Result {
    let countBefore = readCount
    let outer = enter(.readingChildren)
    let result = body()
    leave(outer)
    if readCount == countBefore { observe(Self.wholeField, of: state, andInside: false) }
    return result
  }

  @usableFromInline
  func observe(_ number: UInt64, of state: ObservableStateID, andInside: Bool) {
    armRead(number, of: state, andInside: andInside)
  }

  @inline(__always)
  private func armRead(_ number: UInt64, of state: ObservableStateID, andInside: Bool) {
    readCount &+= 1
    let field = observed(state)._withUnsafeGuaranteedRef { $0.field(number, andInside: andInside) }
    field._withUnsafeGuaranteedRef { arm($0) }
  }

  /// Lets who asks be told after every queue of actions.
  @usableFromInline
  func observeAll() {
    arm(whole)
  }

  @inline(__always)
  private func arm(_ field: ObservedField) {
    if !field.isArmed { countArmed(1) }
    if let observer = StoreObserver.running.value {
      field.arm(for: Unmanaged.fromOpaque(observer))
    } else {
      field.armForSystem()
    }
  }

  /// What is observed of a state.
  @inline(__always)
  private func known(_ id: ObservableStateID) -> Unmanaged<ObservedState>? {
    if let lastState, lastStateID == id { return lastState }
    return states[id].map { look(at: $0, id) }
  }

  private func look(at state: ObservedState, _ id: ObservableStateID) -> Unmanaged<ObservedState> {
    let state = Unmanaged.passUnretained(state)
    (lastState, lastStateID) = (state, id)
    return state
  }

  @inline(__always)
  private func observed(_ id: ObservableStateID) -> Unmanaged<ObservedState> {
    known(id) ?? makeObserved(id)
  }

  private func makeObserved(_ id: ObservableStateID) -> Unmanaged<ObservedState> {
    if states.count >= statesCountMax {
      lastState = nil
      states = states.filter { !$0.value.isIdle }
      statesCountMax = max(1024, 2 * states.count)
    }
    let state = ObservedState()
    states[id] = state
    return look(at: state, id)
  }

  /// Ties a child store's state to the fields through which it is reached.
  ///
  /// - Parameters:
  ///   - link: The child, which keeps it alive.
  ///   - read: Reads the child's state by way of its parent's fields.
  func follow(_ link: ChildStateLink, reading read: () -> Void) {
    let outer = enter(.following)
    read()
    leave(outer)
    let fields = followedFields
    followedFields = []
    link.isDeep = fields.count > 1
    guard !fields.isEmpty else {
      hasLinks = true
      return untoldLinks.append(WeakLink(link))
    }
    for (state, field) in fields {
      observed(state)._withUnsafeGuaranteedRef { $0.addLink(link, at: field) }
    }
  }
}

// MARK: - Telling

extension ObservationTable {
  func willTell(_ field: ObservedField) {
    let field = Unmanaged.passUnretained(field)
    if let lastChanged {
      lastChanged._withUnsafeGuaranteedRef { $0.nextChanged = field }
    } else {
      firstChanged = field
    }
    lastChanged = field
  }

  func willFollow(_ link: ChildStateLink) {
    changedLinks.append(WeakLink(link))
    hasLinks = true
  }

  private func tellAll(of state: ObservableStateID) {
    known(state)?._withUnsafeGuaranteedRef { $0.allDidChange(in: self) }
  }

  /// Tells everybody, once, what the queue of actions has changed.
  @usableFromInline
  package func flush() {
    whole.didChange(in: self)
    if hasLinks { followLinks() }
    guard firstChanged != nil else { return }
    if let observer = takeOnlyObserver() {
      observer._withUnsafeGuaranteedRef { if $0.becomeStale() { $0.run() } }
    } else {
      tellAll()
    }
    if armedCount == 0 { countPresence() }
  }

  /// Takes the one who is to be told, where there is one of one field.
  private func takeOnlyObserver() -> Unmanaged<StoreObserver>? {
    guard let firstChanged, firstChanged.toOpaque() == lastChanged?.toOpaque(),
      let observer = firstChanged._withUnsafeGuaranteedRef({ $0.takeOnlyObserver() })
    else { return nil }
    self.firstChanged = nil
    lastChanged = nil
    countArmed(-1)
    return observer
  }

  private func tellAll() {
    var observers: [StoreObserver] = []
    while let field = takeChanged() { field.tell(addingTo: &observers) }
    for observer in observers { observer.run() }
  }

  /// Takes a field from the chain of those that have changed.
  private func takeChanged() -> ObservedField? {
    guard let field = firstChanged?.takeUnretainedValue() else { return nil }
    firstChanged = field.nextChanged
    if firstChanged == nil { lastChanged = nil }
    field.nextChanged = nil
    countArmed(-1)
    return field
  }

  private func countArmed(_ change: Int) {
    armedCount += change
    flags.pointee.isObserved = armedCount > 0
  }

  /// Tells those who observe a child that another has taken the place of.
  private func followLinks() {
    untoldLinks.removeAll { $0.link == nil }
    hasLinks = !untoldLinks.isEmpty
    changedLinks += untoldLinks
    flags.pointee.isFollowingLinks = true
    while let changed = changedLinks.popLast() {
      // A store that has gone since nobody asks any more.
      guard let link = changed.link else { continue }
      if let state = link.takeReplacedState() { tellAll(of: state) }
      link.followAgain(in: self)
    }
    flags.pointee.isFollowingLinks = false
  }
}
