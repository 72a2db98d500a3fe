/// Input from a terminal.
public enum TerminalInput: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A text was pasted. It is text, whatever characters it contains; it is not read as keys or
  /// commands.
  case paste(String)
  /// The mouse did something.
  case mouse(Mouse)
  /// The terminal has another size.
  case resize(Size)
  /// The terminal's window got or lost the focus.
  case focus(Bool)
}

/// What the mouse did, and where.
public struct Mouse: Hashable, Sendable {
  /// What it did.
  public enum Event: Hashable, Sendable {
    /// The left button went down.
    case press
    /// The left button came up.
    case release
    /// The wheel was turned towards the beginning.
    case scrollUp
    /// The wheel was turned towards the end.
    case scrollDown
  }

  /// What it did.
  public var event: Event
  /// The cell below it.
  public var position: Position

  /// Creates it from what happened and where.
  public init(_ event: Event, at position: Position) {
    self.event = event
    self.position = position
  }
}
