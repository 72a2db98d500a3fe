/// A terminal interface for a store's feature: what it shows and how it responds to keys.
///
/// The interface is pure, so tests don't need a terminal. A ``TerminalHost`` shows it on one.
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
    /// Ignore the input.
    case none
    /// Send an action to the feature.
    case send(Action)
    /// End the host.
    case quit
  }

  private let view: @Sendable (State) -> any View
  private let answer: @Sendable (TerminalInput, State, Grid) -> Reply
  /// Returns `true` if typed text must not be echoed by the terminal.
  let hidesInput: @Sendable (State) -> Bool
  /// Returns `true` if a secret is visible that must not stay in the terminal's history.
  let showsSecret: @Sendable (State) -> Bool
  /// Returns `true` if the feature has finished, so that the host ends too.
  let isOver: @Sendable (State) -> Bool

  /// Creates an app.
  ///
  /// - Parameters:
  ///   - view: Returns the view of a state.
  ///   - reply: Returns the reply to the user's input, given the state and the visible grid; use
  ///     ``Grid/target(at:)`` to find the mouse's target.
  ///   - hidesInput: Returns `true` if typed text must not be shown. Terminals that write lines
  ///     don't echo it, and a paste comes in pieces that leave no copy of the whole text in memory.
  ///   - showsSecret: Returns `true` if a secret is visible, such as a recovery phrase. Terminals
  ///     that write lines show it where their history does not keep it, or ask first.
  ///   - isOver: Returns `true` if the feature has finished: the host ends as if the user had quit.
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

  /// Returns the grid that shows a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - size: The size of the terminal.
  ///   - theme: The theme.
  public func grid(_ state: State, _ size: Size, theme: Theme = .plain) -> Grid {
    view(state).grid(size, theme: theme)
  }

  /// Returns the reply to the user's input.
  public func reply(to input: TerminalInput, in state: State, shown: Grid) -> Reply {
    answer(input, state, shown)
  }
}
