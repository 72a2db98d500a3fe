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
/// A table is used in one of four modes, and a mode decides what happens to a field:
///
/// | mode | a field that is read | a field that is changed | an absent child |
/// |---|---|---|---|
/// | `reading` | subscribes the reader | is ignored | is reported |
/// | `readingChildren` | subscribes the reader to which child is there | is ignored | is reported |
/// | `reducing` | is ignored | is noted | is reported |
/// | `inspecting` | is ignored, or listed for the caller | is ignored | is not reported |
///
/// The last column is kept in a flag of the store, `ignoresAbsentChildren`.
///
/// Only the store's actor touches the table and what it refers to.
@usableFromInline
package final class ObservationTable {
  /// What the table is used for at the moment.
  private var current: Use = (.inspecting, nil, nil)
  /// The fields that were read, with their states, if a child store looks for its way.
  var followedFields: [(state: UInt64, field: UInt64)]?
  /// Whether the system's tracking is reading, as found by ``findReader()``.
  var isSystemAsking = false
  /// Finds out whether the system's tracking is reading.
  var probe: TrackingProbe?

  /// How many reducers of children have changed their states.
  var childChangeCount: UInt64 = 0

  /// The states that places show, by their lineages.
  private(set) var lineages: [UInt64: ObservedLineage] = [:]
  /// One of those of which a copy may have changed since their places were last inspected; it leads
  /// to the next. Appending to an array would be checked for exclusive access with each change.
  var touched: ObservedLineage?
  /// The version of the state at the last ``catchUp()``. Some states have another identity each
  /// time that they are looked at.
  var caughtUpVersion: UInt64?
  /// Whether places are being inspected, one through another.
  var isInspecting = false
  /// The observers to notify once the drain is over, in any order.
  var dueObservers: [StoreObserver] = []
  /// What to notify for the system's tracking.
  var dueTracked: [TrackedField] = []

  /// The place of the whole store.
  private(set) lazy var root = ObservedStoreState(of: nil, at: nil, in: self)
  /// The last action of which the observers of the whole store were notified.
  var wholeStoreVersion: UInt64 = 0
  /// The type of the last state without `@ObservableState` that an observer has read.
  var lastPlainState: ObjectIdentifier?
  /// Brings changes of shared values to the store.
  lazy var watcher = store.map { SharedWatcher(of: self, in: $0) }
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
  init(flags: StoreFlags) { self.flags = flags }

  deinit {
    if listeningCount > 0 { cobservation_add(-1) }
    forgetTouched()
    // Places and their fields retain each other. None is released before the last has ended.
    let places = lineages.values.flatMap(\.places.values)
    for subject in places.flatMap(\.subjects) { unwatch(subject) }
    for place in places { place.end() }
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
    /// The runtime looks at states: nothing counts.
    case inspecting
  }

  /// A use of the table: its mode, what is read in a mode that reads, and which table was current
  /// on the thread before.
  typealias Use = (mode: Mode, reading: Reading?, outerTable: ObservationTable?)

  var mode: Mode { current.mode }
  var reading: Reading? { current.reading }

  /// The reading of one state.
  @usableFromInline
  final class Reading {
    let place: ObservedStoreState
    /// The state that the place showed when the reading began.
    let state: ObservableStateID
    /// Whether the system's tracking is reading too.
    let isSystemAsking: Bool
    /// Whether a field of the state was read; if none was, all of it is observed.
    var hasReadField = false
    /// Whether a field of a state further inside was read.
    var hasReadInside = false
    /// A shared value that is being read, and its lineage: the next field that is read may belong
    /// to it.
    var shared: (subject: SharedSubject, lineage: UInt64)?
    /// What the table was used for before.
    var outer: Use?

    init(_ place: ObservedStoreState, _ state: ObservableStateID, isSystemAsking: Bool) {
      self.place = place
      self.state = state
      self.isSystemAsking = isSystemAsking
    }
  }

  /// Makes the table current on this thread. The caller retains it, and lets it ``leave(_:)``
  /// again.
  ///
  /// - Returns: What it was used for.
  func enter(_ mode: Mode, _ reading: Reading? = nil) -> Use {
    let outer = current
    current = (mode, reading, Self.onThread)
    // The last observer may go meanwhile, and the table is still current.
    cobservation_add(1)
    Self.onThread = self
    return outer
  }

  func leave(_ outer: Use) {
    Self.onThread = current.outerTable
    cobservation_add(-1)
    current = outer
  }

  /// Runs reducers with the table current. What they read, they don't read for the observer that
  /// may have sent the action.
  @usableFromInline
  func reducing(_ body: () -> Void) {
    let outer = enter(.reducing)
    defer { leave(outer) }
    StoreObserver.withoutRunning(body)
  }

  /// Reads states for the runtime itself: nothing that is read is noted, and children that are gone
  /// are not reported.
  func inspecting<Result>(_ look: () -> Result) -> Result {
    let outer = enter(.inspecting)
    let isOuter = flags.ignoresAbsentChildren
    flags.ignoresAbsentChildren = true
    defer {
      flags.ignoresAbsentChildren = isOuter
      leave(outer)
    }
    return look()
  }

  /// The table that is current on the thread.
  static var onThread: ObservationTable? {
    get { ThreadLocalPointer.observations.object(as: ObservationTable.self) }
    set { ThreadLocalPointer.observations.set(newValue) }
  }

  /// The table whose store's reducers run on this thread, if the store has observers.
  static var reducingOnThread: ObservationTable? {
    guard isAnyPresent, let table = onThread, table.isReducing else { return nil }
    return table
  }

  /// Whether the store's own reducers run, and what they change is noted.
  @usableFromInline var isReducing: Bool { mode == .reducing }
}

// MARK: - What Is Observed

extension ObservationTable {
  /// The number that stands for all of a state instead of a field.
  @usableFromInline static let wholeField = UInt64.max
  /// The number that stands for all shared values that are read at a place. No single field has
  /// this number. So its observers are notified only where everything at the place may have
  /// changed.
  static let sharedField = UInt64.max - 1
  /// The number of a field of the root that is notified after every drain.
  static let wholeStore = UInt64.max - 2

  /// The field for a state that has no fields or is read as a whole, and for the places that no
  /// change announces.
  var whole: ObservedField { rootField(Self.wholeStore) }

  /// A field that belongs to the store, and to no state in it.
  func rootField(_ number: UInt64, of subject: SharedSubject? = nil) -> ObservedField {
    root.field(number, of: subject, showing: root.identityNow ?? .inert)
  }

  func add(_ place: ObservedStoreState) {
    let lineage = lineages[place.shownIdentity.plainLineage] ?? ObservedLineage()
    lineage.places[ObjectIdentifier(place)] = place
    place.lineage = lineage
    lineages[place.shownIdentity.plainLineage] = lineage
  }

  func remove(_ place: ObservedStoreState) {
    guard let lineage = place.lineage else { return }
    place.lineage = nil
    lineage.places.removeAndShrink(ObjectIdentifier(place))
    if lineage.places.isEmpty { lineages.removeAndShrink(place.shownIdentity.plainLineage) }
  }

  /// Counts the fields that have observers.
  func countListening(_ change: Int) {
    let wasObserved = listeningCount > 0
    listeningCount += change
    flags.isObserved = listeningCount > 0
    if flags.isObserved != wasObserved { cobservation_add(change) }
    // The drain began without observers, and must not end without notifying the first
    // one.
    if change > 0, flags.isBusy { flags.mustFlush = true }
  }
}
