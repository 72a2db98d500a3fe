public import CThreadSlots

/// The observers of one store: which of them observe which fields, and where.
///
/// Owned by the store's actor. It is current on the thread while the store is read for an observer.
/// If the store has observers, it is also current while actions are reduced. States hold only their
/// identity. So they can be copied freely, and two stores made from one state never notify each
/// other's observers.
///
/// A change is noted under the state's lineage, which all of its copies share. After the queue of
/// actions, each ``ObservedStoreState`` that shows such a state is inspected. The inspection is
/// needed because a change of some copy need not change what a place shows: the changed copy may be
/// a draft that is kept elsewhere. And a place may show something else although no copy was
/// changed: an earlier copy may have been put back. If the table can't tell which fields differ, it
/// notifies the observers of all fields of that state.
///
/// A table is used in one of five modes, and a mode decides what happens to a field:
///
/// | mode | a field that is read | a field that is changed | an absent child |
/// |---|---|---|---|
/// | `reading` | subscribes the reader | is ignored | is reported |
/// | `readingChildren` | subscribes the reader to which child is there | is ignored | is reported |
/// | `reducing` | is ignored | is noted | is reported |
/// | `following` | is listed for the caller | is ignored | is not reported |
/// | `inspecting` | is ignored | is ignored | is not reported |
///
/// The last column is kept in a flag of the store, `ignoresAbsentChildren`; `withoutReports(_:)`
/// sets it.
///
/// Only the store's actor touches the table and what it refers to.
@usableFromInline
package final class ObservationTable {
  // MARK: Being current

  @usableFromInline private(set) var mode = Mode.inspecting
  /// What is read at the moment; nothing before the first reading.
  var reading = Reading()
  /// Whether a field of a state further inside was read, since an observer began to look for
  /// children.
  @usableFromInline var hasReadInside = false
  /// Whether the system's tracking is reading.
  var isSystemAsking = false
  /// The fields that were read while a child store looked for its way, with their states.
  var followedFields: [(state: UInt64, field: UInt64)] = []
  /// How many uses of the table are in progress.
  private var depth = 0
  private var isPresent = false

  /// Finds out whether the system's tracking is reading.
  var probe: TrackingProbe?

  // MARK: What has changed

  /// How many reducers of children have changed their states.
  var childChangeCount: UInt64 = 0

  /// The last consecutive changes to elements of one collection.
  var notedContent: (from: UInt64, to: UInt64) = (0, 0)

  /// How copies of observed states have changed since their places were last inspected, by lineage.
  var changes: [UInt64: [ChangeSequence]] = [:]
  /// The observers to notify once the drain is over, in any order.
  var dueObservers: [StoreObserver] = []
  /// What to notify for the system's tracking.
  var dueTracked: [TrackedField] = []

  // MARK: What is observed

  /// The places that show a copy of a state, by the state's lineage. A place removes itself before
  /// it goes away.
  private(set) var places: [UInt64: [ObjectIdentifier: Unowned<ObservedStoreState>]] = [:]

  /// Whether places are being inspected, one through another.
  var isInspecting = false
  /// The places that have lost their last observer while the table was in use.
  var unused: [ObservedStoreState] = []
  /// Places that no change announces: they are inspected after every drain.
  private(set) var unannouncedPlaces: [ObjectIdentifier: Unowned<ObservedStoreState>] = [:]

  /// The field for a state that has no fields or is read as a whole: notified after every drain.
  private(set) var wholeStore: ObservedField?
  /// The last action of which the observers of the whole store were notified.
  var wholeStoreActionID: UInt64 = 0
  /// The type of the last state without `@ObservableState` that an observer has read.
  var lastPlainState: ObjectIdentifier?
  private(set) var rootPlace: ObservedStoreState?
  /// The shared values that are observed; `nil` before the first is.
  var sharedReads: SharedReads?
  /// How many fields have observers. Without any, the table is not current while actions are
  /// reduced.
  private(set) var listeningCount = 0

  /// How many places were inspected after drains; for tests of an action's cost.
  var visitCount = 0

  let flags: StoreFlags
  /// The store, which retains the table; `nil` once it is gone. Not weak, because that slows down
  /// each later reference to the store.
  @usableFromInline unowned var store: (any ObservedStore)?

  /// - Parameter flags: Those of the store.
  init(flags: StoreFlags) {
    self.flags = flags
  }

  deinit {
    if isPresent { cobservation_add(-1) }
    // The places of children that are still observed: each and its child's entry retain each other.
    let known = places.values.flatMap { $0.values.map(\.object) }
    for place in known { place.letGoOfChild() }
  }
}

// MARK: - Being Current

extension ObservationTable {
  /// Whether any table is current on any thread, or belongs to a store with observers. So reading a
  /// field that is not observed takes one look at a number.
  @inlinable
  static var isAnyPresent: Bool { cobservation_load() > 0 }

  /// What reading and changing a field means at the moment.
  @usableFromInline
  enum Mode {
    /// An observer reads: it is notified of the next change.
    case reading
    /// An observer asks which children there are, not what is in them.
    case readingChildren
    /// A reducer runs: what it reads does not count, what it changes does.
    case reducing
    /// A child store looks for the fields through which it is reached.
    case following
    /// The runtime looks at states: nothing counts.
    case inspecting
  }

  /// What an observer is reading.
  struct Reading {
    /// The place that is read; nothing is read without one.
    var place: ObservedStoreState?
    /// The state that the place showed when the reading began.
    var state = ObservableStateID.inert
    /// Whether the system's tracking is reading too.
    var isSystemAsking = false
    /// Whether a field of the state was read; if none was, all of it is observed.
    var hasReadField = false
  }

  /// What was current previously.
  @usableFromInline
  struct Outer {
    fileprivate let mode: Mode
    fileprivate let reading: Reading
    fileprivate let table: ObservationTable?
  }

  /// Makes the table current on this thread. The caller retains it, and lets it ``leave(_:)``
  /// again.
  @usableFromInline
  func enter(_ mode: Mode) -> Outer {
    let outer = Outer(mode: self.mode, reading: reading, table: Self.onThread)
    self.mode = mode
    Self.onThread = self
    depth &+= 1
    if !isPresent { countPresence() }
    return outer
  }

  @usableFromInline
  func leave(_ outer: Outer) {
    Self.onThread = outer.table
    mode = outer.mode
    reading = outer.reading
    depth &-= 1
    while !isInUse, let place = unused.popLast() { place.disposeIfUnused() }
    if !isInUse, listeningCount == 0 { countPresence() }
  }

  var isInUse: Bool { depth > 0 }

  private func countPresence() {
    let isNeeded = isInUse || listeningCount > 0
    guard isNeeded != isPresent else { return }
    isPresent = isNeeded
    cobservation_add(isNeeded ? 1 : -1)
  }

  /// Runs reducers with the table current. What they read, they don't read for the observer that
  /// may have sent the action.
  @usableFromInline
  func reducing<Result>(_ body: () -> Result) -> Result {
    let outer = enter(.reducing)
    defer { leave(outer) }
    return StoreObserver.withoutRunning(body)
  }

  /// The table that is current on the thread.
  static var onThread: ObservationTable? {
    get { ThreadLocalPointer.observations.object(as: ObservationTable.self) }
    set { ThreadLocalPointer.observations.set(newValue) }
  }

  /// Whether the reducers of any store with observers run on this thread.
  @usableFromInline
  static var isReducingOnThread: Bool { isAnyPresent && onThread?.isReducing == true }

  /// Whether the table is in the mode `reducing`: the store's own reducers run, and what they
  /// change is noted.
  @usableFromInline var isReducing: Bool { mode == .reducing }

  /// Calls a closure with the table of the store whose reducers run on this thread, if it has
  /// observers.
  static func whileReducing(_ body: (ObservationTable) -> Void) {
    if let table = onThread, table.isReducing { body(table) }
  }
}

// MARK: - What Is Observed

extension ObservationTable {
  /// The number that stands for all of a state instead of a field.
  @usableFromInline static let wholeField = UInt64.max

  /// What the store shows now; `nil` where its state has no identity.
  var rootState: ObservableStateID? { store?.stateIdentity }

  /// The place of the whole store.
  var root: ObservedStoreState {
    if let rootPlace { return rootPlace }
    let place = ObservedStoreState(of: nil, showing: rootState, in: self)
    rootPlace = place
    place.updateListing()
    return place
  }

  func forgetRoot() {
    rootPlace = nil
  }

  /// The whole store, if nothing is known about its state.
  var whole: ObservedField {
    if let wholeStore { return wholeStore }
    let field = ObservedField(Self.wholeField, of: nil, seesInside: true, in: self)
    wholeStore = field
    // The observer may have come while the last action is reduced, and miss the rest of it.
    wholeStoreActionID = .max
    return field
  }

  func add(_ place: ObservedStoreState) {
    places[place.shown.plainLineage, default: [:]][ObjectIdentifier(place)] = Unowned(place)
  }

  func remove(_ place: ObservedStoreState) {
    let lineage = place.shown.plainLineage
    places[lineage]?.removeAndShrink(ObjectIdentifier(place))
    if places[lineage]?.isEmpty == true { places.removeAndShrink(lineage) }
  }

  /// Counts the fields that have observers.
  func countListening(_ change: Int) {
    listeningCount += change
    flags.isObserved = listeningCount > 0
    // The drain began without observers, and must not end without notifying the first
    // one.
    if change > 0, flags.isBusy { flags.mustFlush = true }
    if !isInUse { countPresence() }
  }

  /// Adds a place to inspect after every drain of the queue.
  func addUnannounced(_ place: ObservedStoreState) {
    let id = ObjectIdentifier(place)
    if unannouncedPlaces[id] == nil { unannouncedPlaces[id] = Unowned(place) }
  }

  func removeUnannounced(_ place: ObservedStoreState) {
    let id = ObjectIdentifier(place)
    if unannouncedPlaces[id] != nil { unannouncedPlaces.removeAndShrink(id) }
  }
}
