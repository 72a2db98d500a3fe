/// Names a place below a reducer that is called by hand. When that reducer is compiled again, the
/// place with the same name gets the same number.
struct NodePlaceName: Hashable {
  /// What is at a place.
  enum Kind { case `operator`, feature, leaf, call }

  let kind: Kind
  /// The place below which the name is unique.
  let qualifier: Int
  /// The type of the child, leaf or reducer there.
  let type: ObjectIdentifier
  /// The part of the state that an operator is for; `nil` for all but operators.
  var state: AnyKeyPath?
  /// What a call is on; `nil` for all but calls.
  var part: CalledPart?
  /// The position of this place, from 0, among those with the same kind, qualifier, type, state
  /// and part.
  var ordinal = 0
}

/// The state on which a reducer is called by hand, as its caller has it.
enum CalledPart: Hashable {
  /// The caller's own state.
  case own
  /// A part that is stored in the caller's state, by its offset.
  case stored(Int)
  /// A copy, or a part that is stored elsewhere, such as an element of an array.
  case elsewhere
}

/// The operators and leaves of one feature, while its nodes are made.
struct NodeLevel {
  /// The place of the reducer that is called by hand; `nil` in the store's own tree, where each
  /// place is made once and needs no name.
  let qualifier: Int?
  /// The place of this feature, below which its leaves are named; `nil` in the store's own tree.
  let feature: Int?
  /// How many child features there were so far.
  var featureCount = 0
  /// How many operators of each name there were so far.
  var operatorCounts: [NodePlaceName: Int] = [:]
  /// How many leaves there were so far.
  var leafCount = 0
  /// The operators' places.
  var places: Set<Int> = []
}
