/// The places that show copies of one state, and how the copies changed in the current queue of
/// actions.
final class ObservedLineage {
  let state: UInt64
  /// A place removes itself before it goes away.
  private var places: [ObjectIdentifier: Unowned<ObservedPlace>] = [:]

  /// Whether one of the copies may have changed since the last flush.
  var isTouched = false
  /// The changes of one copy since the last flush, from one stamp to another; `nil` before the
  /// first.
  private var changes: Changes?

  private struct Changes {
    let from: UInt64
    var to: UInt64
    var fields: [StateDifferences.Field] = []
    /// Whether the fields are all that differ: each change followed the one before.
    var isComplete = true
  }

  init(of state: UInt64) {
    self.state = state
  }
}

// MARK: - Recording Changes

extension ObservedLineage {
  /// Notes that fields of one copy have changed, or that it was exchanged for another copy, which
  /// differs in these fields.
  func record(_ fields: [StateDifferences.Field], from: UInt64, to: UInt64) {
    var changes = self.changes.take() ?? Changes(from: from, to: from)
    if changes.to != from { changes.isComplete = false }
    changes.to = to
    for field in fields {
      if let index = changes.fields.firstIndex(where: { $0.number == field.number }) {
        changes.fields[index] = changes.fields[index].merged(with: field)
      } else {
        changes.fields.append(field)
      }
    }
    self.changes = changes
  }

  /// The fields whose changes took a copy from one stamp to another; `nil` if that is not known, so
  /// that any field may differ.
  ///
  /// A stamp belongs to one state of the lineage, so the fields of any unbroken sequence of changes
  /// from one to the other are all that can differ.
  func changes(from start: UInt64, to end: UInt64) -> [StateDifferences.Field]? {
    guard let changes, changes.isComplete, changes.from == start, changes.to == end else {
      return nil
    }
    return changes.fields
  }

  /// Forgets the changes: all places have seen them.
  func forgetChanges() {
    isTouched = false
    changes = nil
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
