/// A store as its observers see it: the state of their last notification, and the fields that they
/// read.
///
/// It does not depend on the types of state and action.
///
/// The table's root is of this class; the place of a child store is its ``StorePart``. While a
/// field is observed, the table retains the place, and finds it by the lineage of the state that it
/// showed. The place above finds it by the fields that lead here.
@usableFromInline
class ObservedPlace {
  final unowned let table: ObservationTable
  /// The parent's place; `nil` if the root is the parent.
  private final let parent: ObservedPlace?
  /// The property of the parent's state that the place shows; `nil` for the root.
  private final let path: AnyKeyPath?
  /// The lineage of the state that the place showed; `nil` if it is not observed.
  final var lineage: ObservedLineage?
  /// The identity that the place showed when it was last inspected.
  private(set) final var shownIdentity = ObservableStateID.inert
  /// The fields that are observed, or lead to places below.
  ///
  /// One number can have two entries: one for all changes of the field, and one only for the
  /// child's identity (`seesInside`).
  private(set) final var fields: [ObservedField] = []
  /// The root's observed fields of shared values, by the numbers of the values.
  private(set) final var sharedFields: [UInt64: [ObservedField]] = [:]
  /// The fields of the place above that lead here, while this place has fields.
  private final var fieldsAbove: [ObservedField] = []
  /// True if a change inside these fields can lead to another state.
  private final var isDeep = false

  init(of parent: ObservedPlace?, at path: AnyKeyPath?, in table: ObservationTable) {
    self.parent = parent
    self.path = path
    self.table = table
  }

  /// The identity of the state that the store currently shows; `nil` if the child is absent.
  var identityNow: ObservableStateID? { table.store?.stateIdentity ?? .inert }

  /// Returns the fields of the state that lead to a child's.
  func followedFields(to state: AnyKeyPath) -> [(state: UInt64, field: UInt64)] {
    table.store?.followedFields(to: state) ?? []
  }
}

// MARK: - Fields

extension ObservedPlace {
  private final var isUnobserved: Bool { fields.isEmpty && sharedFields.isEmpty }

  /// The field of the root that is notified after every drain; `nil` if it has no observers.
  final var wholeStoreField: ObservedField? {
    fields.first { $0.number == ObservationTable.wholeStore }
  }

  /// The observed shared values.
  final var subjects: [SharedSubject] { sharedFields.values.compactMap(\.first?.subject) }

  /// Returns the entry of a field, which the caller subscribes to.
  ///
  /// - Parameters:
  ///   - number: The field's number.
  ///   - seesInside: If true, changes inside the child in the field count.
  ///   - subject: The shared value that the field belongs to.
  ///   - state: The state that the caller read.
  final func field(
    _ number: UInt64, seesInside: Bool = true, of subject: SharedSubject? = nil,
    showing state: ObservableStateID
  ) -> ObservedField {
    let alike = subject.map { sharedFields[$0.number] ?? [] } ?? fields
    let known = alike.first { $0.number == number && $0.seesInside == seesInside }
    if let known { return known }
    let field = ObservedField(number, of: self, sharedAs: subject, seesInside: seesInside)
    let isFirst = isUnobserved
    if let subject {
      sharedFields[subject.number, default: []].append(field)
      table.watch(subject)
    } else {
      fields.append(field)
    }
    if isFirst {
      shownIdentity = state
      table.add(self)
      subscribeAbove()
    }
    return field
  }

  /// Removes a field without observers; with the last one, removes the place.
  final func remove(_ field: ObservedField) {
    if let subject = field.subject {
      sharedFields[subject.number]?.removeAll { $0 === field }
      if sharedFields[subject.number]?.isEmpty == true {
        sharedFields.removeAndShrink(subject.number)
        table.unwatch(subject)
      }
    } else {
      fields.removeAll { $0 === field }
    }
    guard isUnobserved else { return }
    table.remove(self)
    let released = fieldsAbove
    fieldsAbove = []
    for field in released { field.remove(below: self) }
  }

  /// Finds the fields of the place above that lead here, and subscribes to them. If there are none,
  /// and this is not the payload of an enum, no change announces one here, and the place is
  /// inspected after every drain.
  private final func subscribeAbove() {
    guard let path else { return }
    let above = parent ?? table.root
    let (read, state) = table.inspecting {
      (above.followedFields(to: path), above.identityNow ?? .inert)
    }
    guard !isUnobserved else { return }
    let numbers = Set(read.lazy.filter { $0.state == state.plainLineage }.map(\.field))
    isDeep = read.count > 1
    // A change inside a state without an identity is announced by no lineage.
    let seesInside = isDeep || shownIdentity.isVolatile
    let released = fieldsAbove
    fieldsAbove = numbers.map { above.field($0, seesInside: seesInside, showing: state) }
    // A case's payload has the lineage of its enum, which announces what changes in either.
    let isPayload =
      state.plainLineage == shownIdentity.plainLineage && !state.isVolatile && state != .inert
    if fieldsAbove.isEmpty, isPayload {
      fieldsAbove = [above.field(ObservationTable.wholeField, seesInside: false, showing: state)]
    }
    if fieldsAbove.isEmpty { fieldsAbove = [table.everyDrain] }
    for field in fieldsAbove { field.add(below: self) }
    for field in released where !fieldsAbove.contains(where: { $0 === field }) {
      field.remove(below: self)
    }
  }

  /// Releases everything, because the store was released.
  final func end() {
    for field in fields + sharedFields.values.joined() { field.end() }
    (fields, sharedFields, fieldsAbove, lineage) = ([], [:], [], nil)
  }
}

// MARK: - Inspecting

extension ObservedPlace {
  /// Compares the current state of the place with the one that it showed, and finds the observers
  /// to notify.
  ///
  /// If the child is absent, they are not notified: its store still shows its last state.
  final func inspect() {
    guard !isUnobserved else { return }
    table.visitCount += 1
    // Finding the state may run an author's code, which may cancel the last observer.
    guard let now = identityNow, !isUnobserved, now != shownIdentity else { return }
    let before = shownIdentity
    let isElsewhere = now.plainLineage != before.plainLineage
    if isElsewhere { table.remove(self) }
    shownIdentity = now
    if isElsewhere { table.add(self) }
    let changes =
      before.isSameState(as: now) ? lineage?.changes(from: before.stamp, to: now.stamp) : nil
    for field in fields where field.number != ObservationTable.wholeStore {
      if let changes { field.mayHaveChanged(by: changes, in: now) } else { field.mayHaveChanged() }
    }
    if isDeep || now.isVolatile != before.isVolatile { subscribeAbove() }
  }
}

/// One observed state: the places that show copies of it, and the changes of these copies since the
/// places were last inspected.
final class ObservedLineage {
  /// The places; a place removes itself before it is released.
  var places: [ObjectIdentifier: ObservedPlace] = [:]
  /// True if a copy may have changed.
  var isTouched = false
  /// The next lineage in the list of those of which a copy may have changed.
  var nextTouched: ObservedLineage?
  private var sequences: [ChangeSequence] = []

  /// Successive changes of one copy of the state, or the exchange of that copy for another.
  private typealias ChangeSequence =
    (from: UInt64, to: UInt64, differences: StateDifferences, isExchange: Bool)

  /// The maximum number of sequences; with more, it is unknown which fields differ.
  private static let countMax = 16

  /// Notes that a field of one copy has changed.
  func note(_ field: UInt64, _ change: StateChange, from: UInt64, to: UInt64) {
    // A copy that replaced another may be shown elsewhere, too, so a change from there need not
    // follow the exchange.
    if let index = sequences.lastIndex(where: { $0.to == from && !$0.isExchange }) {
      sequences[index].to = to
      sequences[index].differences.add(field, change)
    } else {
      note(StateDifferences(fields: [(field, change)]), from: from, to: to, isExchange: false)
    }
  }

  /// Notes that one copy was exchanged for another.
  func note(
    _ differences: StateDifferences, from: UInt64, to: UInt64, isExchange: Bool = true
  ) {
    guard sequences.count < Self.countMax, !differences.isEverything else { return }
    sequences.append((from, to, differences, isExchange))
  }

  /// Returns the fields whose changes took a copy from one stamp to another; `nil` if they are
  /// unknown, so that any field may differ.
  ///
  /// A stamp belongs to one state of the lineage, so only the fields of any sequence of changes
  /// from one to the other can differ.
  func changes(from start: UInt64, to end: UInt64) -> StateDifferences? {
    sequences.first { $0.from == start && $0.to == end }?.differences
  }

  func forgetChanges() {
    (isTouched, nextTouched) = (false, nil)
    sequences.removeAll(keepingCapacity: true)
  }
}
