/// The storage of a `@Presents` property whose feature can present itself.
///
/// The child is in an array, because a state can't contain itself inline.
///
/// `@Presents` chooses this storage where necessary. Reading and changing it works as in
/// ``PresentationState``; a copy shares the child until one of the two is changed.
public struct BoxedPresentationState<Value> {
  /// An array of exactly one presentation.
  private var box: [PresentationState<Value>]

  /// Creates a presentation of a value, or of nothing.
  public init(wrappedValue: Value?) {
    box = [PresentationState(wrappedValue: wrappedValue)]
  }

  /// The presentation.
  public var state: PresentationState<Value> {
    get { box[0] }
    _modify { yield &box[0] }
  }

  /// The presented value.
  public var wrappedValue: Value? {
    get { box[0].wrappedValue }
    _modify { yield &box[0].wrappedValue }
  }
}

extension BoxedPresentationState: Sendable where Value: Sendable {}
extension BoxedPresentationState: Equatable where Value: Equatable {}
extension BoxedPresentationState: Hashable where Value: Hashable {}

extension BoxedPresentationState: Encodable where Value: Encodable {
  /// Encodes the value, or nothing.
  public func encode(to encoder: any Encoder) throws { try state.encode(to: encoder) }
}

extension BoxedPresentationState: Decodable where Value: Decodable {
  /// Decodes a value, or nothing.
  public init(from decoder: any Decoder) throws {
    box = [try PresentationState(from: decoder)]
  }
}

extension BoxedPresentationState: CustomReflectable {
  /// Shows only the value.
  public var customMirror: Mirror { state.customMirror }
}

extension BoxedPresentationState: ChildStates {
  package static var childState: Any.Type { Value.self }
}
