/// The places that show copies of one state, and how the copies changed in the current queue of
/// actions.
final class ObservedLineage {
  let state: UInt64
  /// A place removes itself before it goes away.
  private var places: [ObjectIdentifier: Unowned<ObservedPlace>] = [:]

  /// Whether one of the copies may have changed since the last flush.
  var isTouched = false
  /// The changes since the last flush.
  private var changes: [Changes] = []
  /// How many sequences of changes are noted; with more, it is unknown which fields differ.
  private static let changesCountMax = 16

  /// Changes of one copy that followed each other, or its exchange for another copy.
  private struct Changes {
    let from: UInt64
    var to: UInt64
    var fields: [StateDifferences.Field] = []
    /// Whether another copy may have the stamp `to`, too, so that a change from there need not
    /// follow these.
    var isClosed = false
  }

  init(of state: UInt64) {
    self.state = state
  }
}

// MARK: - Recording Changes

extension ObservedLineage {
  /// Notes that a field of one copy has changed.
  func record(_ field: StateDifferences.Field, from: UInt64, to: UInt64) {
    guard let index = changes.lastIndex(where: { $0.to == from && !$0.isClosed }) else {
      return append(Changes(from: from, to: to, fields: [field]))
    }
    changes[index].to = to
    if let known = changes[index].fields.firstIndex(where: { $0.number == field.number }) {
      changes[index].fields[known] = changes[index].fields[known].merged(with: field)
    } else {
      changes[index].fields.append(field)
    }
  }

  /// Notes that one copy was exchanged for another. The other may also be shown elsewhere, and
  /// change there.
  func record(_ differences: StateDifferences, from: UInt64, to: UInt64) {
    guard !differences.isEverything else { return }
    for index in changes.indices where changes[index].to == to { changes[index].isClosed = true }
    append(Changes(from: from, to: to, fields: differences.fields, isClosed: true))
  }

  private func append(_ new: Changes) {
    if changes.count < Self.changesCountMax { changes.append(new) }
  }

  /// The fields whose changes took a copy from one stamp to another; `nil` if that is not known, so
  /// that any field may differ.
  ///
  /// A stamp belongs to one state of the lineage, so the fields of any sequence of changes from one
  /// to the other are all that can differ.
  func changes(from start: UInt64, to end: UInt64) -> [StateDifferences.Field]? {
    changes.first { $0.from == start && $0.to == end }?.fields
  }

  /// Forgets the changes: all places have seen them.
  func forgetChanges() {
    isTouched = false
    changes = []
  }
}

// MARK: - Places

extension ObservedLineage {
  /// Whether no place shows the state.
  var isUnused: Bool { places.isEmpty }

  func add(_ place: ObservedPlace) {
    places[ObjectIdentifier(place)] = Unowned(place)
  }

  func remove(_ place: ObservedPlace) {
    places.removeAndShrink(ObjectIdentifier(place))
  }

  /// Calls a closure for each place, which may move the place to another lineage.
  func forEachPlace(_ body: (ObservedPlace) -> Void) {
    for place in places.values { body(place.object) }
  }
}

/// An object that is retained elsewhere, as an element of a collection.
struct Unowned<Object: AnyObject> {
  unowned let object: Object

  init(_ object: Object) {
    self.object = object
  }
}
