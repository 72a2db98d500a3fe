/// Input from a terminal.
public enum TerminalInput: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted. It is never interpreted as keys or commands, whatever it contains.
  case paste(String)
  /// A mouse event.
  case mouse(Mouse)
  /// The terminal was resized.
  case resize(Size)
  /// The terminal's window gained or lost focus.
  case focus(Bool)
}

/// A mouse event and its position.
public struct Mouse: Hashable, Sendable {
  /// The kind of a mouse event.
  public enum Event: Hashable, Sendable {
    /// The left button was pressed.
    case press
    /// The left button was released.
    case release
    /// The wheel was turned towards the beginning.
    case scrollUp
    /// The wheel was turned towards the end.
    case scrollDown
  }

  /// The kind of the event.
  public var event: Event
  /// The cell under the mouse pointer.
  public var position: Position

  /// Creates an event at a position.
  public init(_ event: Event, at position: Position) {
    self.event = event
    self.position = position
  }
}
