public import CThreadSlots

/// The observers of one store, by the fields that they observe.
///
/// The table is owned by the store's actor. It is current on the thread while the store is read for
/// an observer and, if the store has observers, while actions are reduced. States contain only
/// their identity, so they can be copied freely, and two stores created from one state never notify
/// each other's observers.
///
/// A change is noted under the state's lineage, which all of its copies share. After the queue of
/// actions is drained, each ``ObservedPlace`` that shows such a state is inspected. The
/// inspection is necessary because a change of some copy need not change what a place shows: the
/// changed copy may be a draft that is kept elsewhere. Conversely, a place may show something else
/// although no copy was changed: an earlier copy may have been put back. If the table can't
/// determine which fields differ, it notifies the observers of all fields of that state.
///
/// A table is used in one of four modes, which determine how fields are handled:
///
/// | mode | a field that is read | a field that is changed | an absent child |
/// |---|---|---|---|
/// | `reading` | subscribes the reader | is ignored | is reported |
/// | `readingChildren` | subscribes the reader to the child's identity | is ignored | is reported |
/// | `noting` | is ignored | is noted | is reported |
/// | `inspecting` | is ignored, or listed for the caller | is ignored | is not reported |
///
/// The last column is implemented by a flag of the store, `ignoresAbsentChildren`.
///
/// Only the store's actor accesses the table and the objects that it refers to.
@usableFromInline
package final class ObservationTable {
  /// The current use of the table.
  private var current: Use = (.inspecting, nil, nil)
  /// The fields that were read, with their states, while a child store finds the way to its state.
  var followedFields: [(state: UInt64, field: UInt64)]?
  /// True if the system's tracking is reading, as found by ``noteReader()``.
  var isSystemAsking = false
  /// A probe for the system's tracking.
  var probe: TrackingProbe?

  /// The number of times that reducers of children have changed their states.
  var childChangeCount: UInt64 = 0

  /// The states that places show, by their lineages.
  private(set) var lineages: [UInt64: ObservedLineage] = [:]
  /// The head of a linked list of the lineages of which a copy may have changed since their places
  /// were last inspected.
  ///
  /// Appending to an array would check for exclusive access at each change.
  var touched: ObservedLineage?
  /// The version of the state at the last ``catchUp()``.
  ///
  /// Some states get a new identity on each inspection.
  var caughtUpVersion: UInt64?
  /// True while places are being inspected, one through another.
  var isInspecting = false
  /// The observers to notify after the drain, not yet in the order of notification.
  var dueObservers: [StoreObserver] = []
  /// The fields to report to the system's tracking.
  var dueTracked: [TrackedField] = []

  /// The place of the whole store.
  private(set) lazy var root = ObservedPlace(of: nil, at: nil, in: self)
  /// The version of the state at the last notification of the whole store's observers.
  var wholeStoreVersion: UInt64 = 0
  /// The type of the last state without `@ObservableState` that an observer read.
  var lastPlainState: ObjectIdentifier?
  /// Forwards changes of shared values to the store.
  lazy var watcher = store.map { SharedWatcher(of: self, in: $0) }
  /// The number of fields with observers.
  ///
  /// If it is 0, the table is not current while actions are reduced.
  private(set) var listeningCount = 0
  /// The number of places inspected after drains, for tests of an action's cost.
  var visitCount = 0

  let flags: StoreFlags
  /// The store, which retains the table; `nil` once it is released.
  ///
  /// Not weak, because that slows down each later reference to the store.
  @usableFromInline unowned var store: (any ObservedStore)?

  /// - Parameter flags: The store's flags.
  init(flags: StoreFlags) { self.flags = flags }

  deinit {
    if listeningCount > 0 { cobservation_add(-1) }
    forgetTouched()
    // Places and their fields retain each other. None is released before the last one has ended.
    let places = lineages.values.flatMap(\.places.values)
    for subject in places.flatMap(\.subjects) { unwatch(subject) }
    for place in places { place.end() }
  }
}

// MARK: - Being Current

extension ObservationTable {
  /// True if any table is current on any thread, or belongs to a store with observers.
  ///
  /// So reading a field that is not observed costs only one look at a number.
  @inlinable
  static var isAnyPresent: Bool { cobservation_load() > 0 }

  /// The current effect of reading and changing a field.
  @usableFromInline
  enum Mode {
    /// An observer reads: it is notified of the next change.
    case reading
    /// An observer asks which children exist, not for their contents.
    case readingChildren
    /// A reducer runs: the fields that it changes are noted, those that it reads are not.
    case noting
    /// The runtime inspects states: nothing is noted.
    case inspecting
  }

  /// A use of the table: its mode, the state that is read in a reading mode, and the table that was
  /// current on the thread before.
  typealias Use = (mode: Mode, reading: Reading?, outerTable: ObservationTable?)

  var mode: Mode { current.mode }
  var reading: Reading? { current.reading }

  /// The reading of one state.
  @usableFromInline
  final class Reading {
    let place: ObservedPlace
    /// The state that the place showed when the reading began.
    let state: ObservableStateID
    /// True if the system's tracking is reading, too.
    let isSystemAsking: Bool
    /// True if a field of the state was read; otherwise the whole state is observed.
    var hasReadField = false
    /// True if a field of a state further inside was read.
    var hasReadInside = false
    /// A shared value that is being read, and its lineage: the next field read may belong to it.
    var shared: (subject: SharedSubject, lineage: UInt64)?
    /// The previous use of the table.
    var outer: Use?

    init(_ place: ObservedPlace, _ state: ObservableStateID, isSystemAsking: Bool) {
      self.place = place
      self.state = state
      self.isSystemAsking = isSystemAsking
    }
  }

  /// Makes the table current on this thread.
  ///
  /// The caller retains the table, and calls ``leave(_:)`` afterwards.
  ///
  /// - Returns: The previous use of the table.
  func enter(_ mode: Mode, _ reading: Reading? = nil) -> Use {
    let outer = current
    current = (mode, reading, Self.onThread)
    // The last observer may be removed in the meantime, while the table is still current.
    cobservation_add(1)
    Self.onThread = self
    return outer
  }

  func leave(_ outer: Use) {
    Self.onThread = current.outerTable
    cobservation_add(-1)
    current = outer
  }

  /// Runs a closure, and notes which fields it changes on this thread.
  ///
  /// Their reads do not count as reads of the observer that may have sent the action.
  @usableFromInline
  func notingChanges(_ body: () -> Void) {
    let outer = enter(.noting)
    defer { leave(outer) }
    StoreObserver.withoutRunning(body)
  }

  /// Reads states for the runtime itself: no reads are noted, and absent children are not reported.
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
  static var notingOnThread: ObservationTable? {
    guard isAnyPresent, let table = onThread, table.isNoting else { return nil }
    return table
  }

  /// True while the store's own reducers run, whose changes are noted.
  @usableFromInline var isNoting: Bool { mode == .noting }

  // MARK: - Observed Fields

  /// The number of the pseudo-field for a whole state.
  @usableFromInline static let wholeField = UInt64.max
  /// The number of the pseudo-field for all shared values that are read at a place.
  ///
  /// No single field has this number, so its observers are notified only if everything at the place
  /// may have changed.
  static let sharedField = UInt64.max - 1
  /// The number of the root's pseudo-field that is notified after every drain.
  static let wholeStore = UInt64.max - 2

  /// The field for a state that has no fields or is read as a whole, and for places whose changes
  /// are not announced.
  var everyDrain: ObservedField { rootField(Self.wholeStore) }

  /// Returns a field that belongs to the store, and to no state in it.
  func rootField(_ number: UInt64, of subject: SharedSubject? = nil) -> ObservedField {
    root.field(number, of: subject, showing: root.identityNow ?? .inert)
  }

  func add(_ place: ObservedPlace) {
    let lineage = lineages[place.shownIdentity.plainLineage] ?? ObservedLineage()
    lineage.places[ObjectIdentifier(place)] = place
    place.lineage = lineage
    lineages[place.shownIdentity.plainLineage] = lineage
  }

  func remove(_ place: ObservedPlace) {
    guard let lineage = place.lineage else { return }
    place.lineage = nil
    lineage.places.removeAndShrink(ObjectIdentifier(place))
    if lineage.places.isEmpty { lineages.removeAndShrink(place.shownIdentity.plainLineage) }
  }

  /// Counts the fields with observers.
  func countListening(_ change: Int) {
    let wasObserved = listeningCount > 0
    listeningCount += change
    flags.isObserved = listeningCount > 0
    if flags.isObserved != wasObserved { cobservation_add(change) }
    // The drain began without observers, and must notify the first one before it ends.
    if change > 0, flags.isBusy { flags.mustFlush = true }
  }
}

/// The requirements of a store's table of observers, without the types of state and action.
@usableFromInline
protocol ObservedStore: AnyObject, Sendable {
  /// The identity of the whole state; `nil` if its type has none.
  var stateIdentity: ObservableStateID? { get }

  /// The actor that owns the store; `nil` once the actor is released.
  var owner: (any Actor)? { get }

  /// The executor of the store's tasks; `nil` for the global executor.
  var executor: (any TaskExecutor)? { get }

  /// Returns the fields of the whole state that lead to a child's.
  func followedFields(to state: AnyKeyPath) -> [(state: UInt64, field: UInt64)]

  /// Notes a change from outside the store's reducers, and notifies its observers.
  func noteOutsideChange(_ note: (ObservationTable) -> Void)
}
