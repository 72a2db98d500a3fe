/// How a child's state is reached from its parent's.
enum PlaceRoute: Equatable {
  /// Through no field that can be observed: no change of the parent's state announces one here.
  case unobservable
  /// Through one field.
  case field(UInt64)
  /// Through a field and others behind it, which can lead elsewhere with each change.
  case fieldsBelow(UInt64)
  /// Through several fields of the parent.
  case several

  /// - Parameters:
  ///   - fields: The fields that were read on the way.
  ///   - parent: The parent's state.
  init(through fields: [(state: UInt64, field: UInt64)], from parent: ObservableStateID) {
    let own = Set(fields.lazy.filter { $0.state == parent.plainLineage }.map(\.field))
    guard let field = own.first else {
      self = .unobservable
      return
    }
    if own.count > 1 {
      self = .several
    } else {
      self = fields.count > 1 ? .fieldsBelow(field) : .field(field)
    }
  }

  /// The field of the parent; if there are several, the one for the whole state.
  var field: UInt64 {
    switch self {
    case .field(let field), .fieldsBelow(let field): field
    case .unobservable, .several: ObservationTable.wholeField
    }
  }

  /// Whether a change inside the field can lead to another state.
  var isDeep: Bool {
    switch self {
    case .fieldsBelow, .several: true
    case .unobservable, .field: false
    }
  }
}

/// The places of child stores that are reached through one field: all rows of a list, for example.
///
/// A place removes itself before it goes away.
struct PlaceGroup {
  private var places: [ObjectIdentifier: Unowned<ObservedPlace>] = [:]
  /// How many of the places are inspected after every change of the field.
  private(set) var alwaysInspectedCount = 0

  var isEmpty: Bool { places.isEmpty }

  mutating func add(_ place: ObservedPlace) {
    places[ObjectIdentifier(place)] = Unowned(place)
    if place.isAlwaysInspected { alwaysInspectedCount += 1 }
  }

  mutating func remove(_ place: ObservedPlace) {
    places.removeAndShrink(ObjectIdentifier(place))
    if place.isAlwaysInspected { alwaysInspectedCount -= 1 }
  }

  /// Calls a closure for each place, which may be attached elsewhere by it.
  func forEach(_ body: (ObservedPlace) -> Void) {
    for place in places.values { body(place.object) }
  }
}
