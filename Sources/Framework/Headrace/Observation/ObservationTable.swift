public import CThreadSlots

/// The observers of one store: which of them observe which fields, and where.
///
/// Owned by the store's actor. It is current on the thread while the store is read for an observer.
/// If the store has observers, it is also current while actions are reduced. States hold only their
/// identity. So they can be copied freely, and two stores made from one state never notify each
/// other's observers.
///
/// A change is noted under the state's lineage, which all of its copies share. After the queue of
/// actions, each ``ObservedPlace`` that shows such a state is inspected. The inspection is needed
/// because a change of some copy need not change what a place shows: the changed copy may be a
/// draft that is kept elsewhere. And a place may show something else although no copy was changed:
/// an earlier copy may have been put back.
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

  /// The mode, and what is read in it.
  @usableFromInline var reader = TableReader()
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

  /// The states of which a copy may have changed since observers were last notified.
  private(set) var touched: [ObservedLineage] = []
  /// The fields that were found changed, and whose observers are not collected yet.
  var changedFields: [ObservedField] = []

  // MARK: What is observed

  private var lineages: [UInt64: ObservedLineage] = [:]

  /// The observers to notify of what the drain had changed when another observer was added in the
  /// middle of it.
  var begunRound: ObservationRound?
  /// Whether places are being inspected, one through another: none is disposed of meanwhile.
  var isInspecting = false
  /// The places that have lost their last observer meanwhile.
  var unused: [ObservedPlace] = []
  /// Places that no change announces: they are inspected after every drain.
  private(set) var unannouncedPlaces: [ObjectIdentifier: Unowned<ObservedPlace>] = [:]

  /// The field for a state that has no fields or is read as a whole: notified after every drain.
  private(set) var wholeStore: ObservedField?
  /// The last action of which the observers of the whole store were notified.
  var wholeStoreActionID: UInt64 = 0
  /// The type of the last state without `@ObservableState` that an observer has read.
  var lastPlainState: ObjectIdentifier?
  private(set) var rootPlace: ObservedPlace?
  /// The shared values that are observed; `nil` before the first is.
  var sharedReads: SharedReads?
  /// How many fields have observers. Without any, the table is not current while actions are
  /// reduced.
  private(set) var listeningCount = 0

  /// How many places were inspected after drains; for tests of an action's cost.
  var visitCount = 0

  let flags: StoreFlags
  /// The store, which retains the table.
  @usableFromInline weak var store: (any ObservedStore)?

  /// - Parameter flags: Those of the store.
  init(flags: StoreFlags) {
    self.flags = flags
  }

  deinit {
    if isPresent { cobservation_add(-1) }
    letGoOfPlaces()
  }
}

// MARK: - Ending

extension ObservationTable {
  /// Releases the places of children that are still observed: each place and its child's entry
  /// retain each other.
  fileprivate func letGoOfPlaces() {
    var places: [ObservedPlace] = []
    for lineage in lineages.values { lineage.forEachPlace { places.append($0) } }
    for place in places { place.letGoOfChild() }
  }
}

// MARK: - Being Current

extension ObservationTable {
  /// Whether any table is current on any thread, or belongs to a store with observers. So reading a
  /// field that is not observed takes one look at a number.
  @inlinable
  static var isAnyPresent: Bool { cobservation_load() > 0 }

  /// What was current previously.
  @usableFromInline
  struct Outer {
    fileprivate let mode: Mode
    fileprivate let entered: Mode
    fileprivate let table: ObservationTable?
  }

  /// Makes the table current on this thread. The caller retains it, and lets it ``leave(_:)``
  /// again.
  @usableFromInline
  func enter(_ mode: Mode) -> Outer {
    let outer = Outer(mode: reader.enter(mode), entered: mode, table: Self.onThread)
    Self.onThread = self
    depth &+= 1
    if !isPresent { countPresence() }
    return outer
  }

  @usableFromInline
  func leave(_ outer: Outer) {
    Self.onThread = outer.table
    reader.leave(outer.entered, to: outer.mode)
    depth &-= 1
    if depth == 0, listeningCount == 0 { countPresence() }
  }

  private func countPresence() {
    let isNeeded = depth > 0 || listeningCount > 0
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
  @usableFromInline var isReducing: Bool { reader.mode == .reducing }

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
  var root: ObservedPlace {
    if let rootPlace { return rootPlace }
    let place = ObservedPlace(of: nil, showing: rootState, in: self)
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

  /// How many states are known.
  var lineageCount: Int { lineages.count }

  /// Calls a closure with what is observed of a state and its copies, which may have changed; not
  /// if nothing is observed of them.
  func touch(_ state: ObservableStateID, _ record: (ObservedLineage) -> Void = { _ in }) {
    guard let lineage = lineages[state.plainLineage] else { return }
    record(lineage)
    guard !lineage.isTouched else { return }
    lineage.isTouched = true
    touched.append(lineage)
  }

  /// Forgets what was noted: all places have seen it.
  func forgetChanges() {
    let seen = touched
    touched = []
    for lineage in seen {
      lineage.forgetChanges()
      forgetIfUnused(lineage)
    }
  }

  /// What is observed of a state and its copies; created if there is nothing yet.
  func lineage(of state: ObservableStateID) -> ObservedLineage {
    if let known = lineages[state.plainLineage] { return known }
    let lineage = ObservedLineage(of: state.plainLineage)
    lineages[state.plainLineage] = lineage
    return lineage
  }

  /// Forgets a lineage that no place shows any longer. One that may have changed is forgotten at
  /// the next flush.
  func forgetIfUnused(_ lineage: ObservedLineage) {
    if lineage.isUnused, !lineage.isTouched { lineages[lineage.state] = nil }
  }

  /// Counts the fields that have observers.
  func countListening(_ change: Int) {
    listeningCount += change
    flags.isObserved = listeningCount > 0
    // The drain began without observers, and must not end without notifying the first
    // one.
    if change > 0, flags.isBusy { flags.mustFlush = true }
    if depth == 0 { countPresence() }
  }

  /// Adds a place to inspect after every drain of the queue.
  func addUnannounced(_ place: ObservedPlace) {
    let id = ObjectIdentifier(place)
    if unannouncedPlaces[id] == nil { unannouncedPlaces[id] = Unowned(place) }
  }

  func removeUnannounced(_ place: ObservedPlace) {
    let id = ObjectIdentifier(place)
    if unannouncedPlaces[id] != nil { unannouncedPlaces.removeAndShrink(id) }
  }
}
