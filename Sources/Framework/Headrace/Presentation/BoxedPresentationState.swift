/// The storage of a `@Presents` property whose feature presents itself: the child is behind a
/// reference, because a state can't contain itself in place.
///
/// `@Presents` chooses it. Reading and changing it is like ``PresentationState``; a copy shares the
/// child until one of the two is changed.
public struct BoxedPresentationState<Value> {
  private var box: Box

  private final class Box {
    var state: PresentationState<Value>

    init(_ state: PresentationState<Value>) { self.state = state }
  }

  /// Creates a presentation of a value, or of nothing.
  public init(wrappedValue: Value?) {
    box = Box(PresentationState(wrappedValue: wrappedValue))
  }

  /// The presentation.
  public var state: PresentationState<Value> {
    get { box.state }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.state) }
      yield &box.state
    }
  }

  /// The presented value.
  public var wrappedValue: Value? {
    get { box.state.wrappedValue }
    _modify { yield &state.wrappedValue }
  }
}

// Unchecked: a box is changed only while it has one reference, so no other thread can see it.
extension BoxedPresentationState: @unchecked Sendable where Value: Sendable {}

extension BoxedPresentationState: Equatable where Value: Equatable {
  /// Compares the values.
  public static func == (first: Self, second: Self) -> Bool {
    first.box === second.box || first.state == second.state
  }
}

extension BoxedPresentationState: Hashable where Value: Hashable {
  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { state.hash(into: &hasher) }
}

extension BoxedPresentationState: Encodable where Value: Encodable {
  /// Encodes the value, or nothing.
  public func encode(to encoder: any Encoder) throws { try state.encode(to: encoder) }
}

extension BoxedPresentationState: Decodable where Value: Decodable {
  /// Decodes a value, or nothing.
  public init(from decoder: any Decoder) throws {
    box = Box(try PresentationState(from: decoder))
  }
}

extension BoxedPresentationState: CustomReflectable {
  /// Shows only the value.
  public var customMirror: Mirror { state.customMirror }
}

extension BoxedPresentationState: ChildStates {
  package static var childState: Any.Type { Value.self }
}
