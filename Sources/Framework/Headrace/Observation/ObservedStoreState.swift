/// A store as its observers see it, without the types of its state and its actions: the state that
/// it showed when they were last notified, and the fields that they read.
///
/// This class is for the root; ``ChildPart`` is for a child store. While a field is observed, the
/// table retains the place, and finds it by the lineage of the state that it showed. The place
/// above finds it by the fields that lead here.
@usableFromInline
class ObservedStoreState {
  final unowned let table: ObservationTable
  /// The parent's place; `nil` if that is the root's.
  private final let parent: ObservedStoreState?
  /// The property of the parent's state that is shown; `nil` in the root.
  private final let path: AnyKeyPath?
  /// The lineage of the state that the place showed; `nil` if it is not observed.
  final var lineage: ObservedLineage?
  /// What the place showed when it was last inspected.
  private(set) final var shownIdentity = ObservableStateID.inert
  /// The fields that are observed, or lead to places below. One number can have two entries: one
  /// for all changes of the field, and one for which child is there (`seesInside`).
  private(set) final var fields: [ObservedField] = []
  /// The observed fields of shared values, in the root, by the numbers of the values.
  private(set) final var sharedFields: [UInt64: [ObservedField]] = [:]
  /// The fields of the place above that lead here, while this place has fields.
  private final var way: [ObservedField] = []
  /// Whether a change inside these fields can lead to another state.
  private final var isDeep = false

  init(of parent: ObservedStoreState?, at path: AnyKeyPath?, in table: ObservationTable) {
    self.parent = parent
    self.path = path
    self.table = table
  }

  /// The identity of the state that the store shows now; `nil` if the child is gone.
  var identityNow: ObservableStateID? { table.store?.stateIdentity ?? .inert }

  /// The fields of the state that lead to a child's.
  func followedFields(to state: AnyKeyPath) -> [(state: UInt64, field: UInt64)] {
    table.store?.followedFields(to: state) ?? []
  }
}

// MARK: - Fields

extension ObservedStoreState {
  private final var isUnobserved: Bool { fields.isEmpty && sharedFields.isEmpty }

  /// The field of the root that is notified after every drain; `nil` if nothing waits for it.
  final var wholeStoreField: ObservedField? {
    fields.first { $0.number == ObservationTable.wholeStore }
  }

  /// The shared values that are observed.
  final var subjects: [SharedSubject] { sharedFields.values.compactMap(\.first?.subject) }

  /// The entry of a field; the caller subscribes to it.
  ///
  /// - Parameters:
  ///   - number: The field's number.
  ///   - seesInside: Whether changes inside the child in the field count.
  ///   - subject: The shared value that the field belongs to.
  ///   - state: The state that the caller has read.
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

  /// Removes a field that nothing waits for; with the last one, the place.
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
    let released = way
    way = []
    for field in released { field.remove(below: self) }
  }

  /// Finds the fields of the place above that lead here, and subscribes to them. If there are none,
  /// no change announces one here, and the place is inspected after every drain.
  private final func subscribeAbove() {
    guard let path else { return }
    let above = parent ?? table.root
    let (read, state) = table.inspecting {
      (above.followedFields(to: path), above.identityNow ?? .inert)
    }
    guard !isUnobserved else { return }
    let numbers = Set(read.lazy.filter { $0.state == state.plainLineage }.map(\.field))
    isDeep = read.count > 1
    // No lineage announces a change inside a state without an identity.
    let seesInside = isDeep || shownIdentity.isVolatile
    let released = way
    way = numbers.map { above.field($0, seesInside: seesInside, showing: state) }
    if way.isEmpty { way = [table.whole] }
    for field in way { field.add(below: self) }
    for field in released where !way.contains(where: { $0 === field }) {
      field.remove(below: self)
    }
  }

  /// Lets go of everything; the store is gone.
  final func end() {
    for field in fields + sharedFields.values.joined() { field.end() }
    (fields, sharedFields, way, lineage) = ([], [:], [], nil)
  }
}

// MARK: - Inspecting

extension ObservedStoreState {
  /// Compares what the place shows now with what it showed, and finds the observers to notify.
  ///
  /// If the child is gone, they are not notified: its store continues to show its last state.
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
      if let changes { field.didChange(by: changes, in: now) } else { field.didChange() }
    }
    if isDeep || now.isVolatile != before.isVolatile { subscribeAbove() }
  }
}
