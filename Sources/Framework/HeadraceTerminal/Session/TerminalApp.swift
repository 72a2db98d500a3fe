/// A store's feature on a terminal: what it shows, and what keys do.
///
/// It is pure, so a test shows it without a terminal. A ``TerminalHost`` shows it on one.
///
/// ```swift
/// let counter = TerminalApp<Counter.State, Counter.Action> { state in
///   Text("\(state.count)", .title).centered()
/// } reply: { input, _, _ in
///   switch input {
///   case .key(Key("up")): .send(.incrementButtonTapped)
///   case .key(Key("q")): .quit
///   default: .none
///   }
/// }
/// ```
public struct TerminalApp<State, Action>: Sendable {
  /// The reply to the user's input.
  public enum Reply {
    /// Nothing.
    case none
    /// The feature gets an action.
    case send(Action)
    /// The host ends.
    case quit
  }

  private let view: @Sendable (State) -> any View
  private let answer: @Sendable (TerminalInput, State, Grid) -> Reply
  /// Whether typed text must not be shown, if the terminal itself shows it.
  let hidesInput: @Sendable (State) -> Bool
  /// Whether a secret is shown, which must not stay in the terminal's history.
  let showsSecret: @Sendable (State) -> Bool
  /// Whether the feature itself has come to its end, so that the host ends, too.
  let isOver: @Sendable (State) -> Bool

  /// Creates an app.
  ///
  /// - Parameters:
  ///   - view: What a state shows.
  ///   - reply: Returns the reply to the user's input, from the state and the shown grid; use
  ///     ``Grid/target(at:)`` to find the mouse's target.
  ///   - hidesInput: Whether typed text must not be shown. Terminals that write lines don't echo
  ///     it, and a paste comes in pieces that leave no text of the whole in memory.
  ///   - showsSecret: Whether a secret is shown, such as a recovery phrase. Terminals that write
  ///     lines show it where their history does not keep it, or ask first.
  ///   - isOver: Whether the feature itself has come to its end: the host ends as if the user had
  ///     quit.
  public init(
    view: @escaping @Sendable (State) -> any View,
    reply: @escaping @Sendable (_ input: TerminalInput, _ state: State, _ shown: Grid) -> Reply,
    hidesInput: @escaping @Sendable (State) -> Bool = { _ in false },
    showsSecret: @escaping @Sendable (State) -> Bool = { _ in false },
    isOver: @escaping @Sendable (State) -> Bool = { _ in false }
  ) {
    self.view = view
    self.hidesInput = hidesInput
    self.showsSecret = showsSecret
    self.isOver = isOver
    answer = reply
  }

  /// What a state looks like.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - size: The size of the terminal.
  ///   - theme: How it looks.
  public func grid(_ state: State, _ size: Size, theme: Theme = .plain) -> Grid {
    view(state).grid(size, theme: theme)
  }

  /// The reply to the user's input.
  public func reply(to input: TerminalInput, in state: State, shown: Grid) -> Reply {
    answer(input, state, shown)
  }
}
