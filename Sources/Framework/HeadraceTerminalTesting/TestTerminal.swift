public import Headrace
public import HeadraceTerminal

/// A simulated terminal that shows an app's states as text and turns names of keys into actions.
///
/// ```swift
/// let terminal = TestTerminal(counterApp, columns: 20, rows: 3)
/// await store.send(try #require(terminal.action("up", in: store.state))) { $0.count = 1 }
/// terminal.expectScreen(store.state, "        1")
/// ```
public struct TestTerminal<State, Action> {
  /// The size of the terminal.
  public var size: Size
  private let app: TerminalApp<State, Action>
  private let theme: Theme

  /// Creates a terminal.
  ///
  /// - Parameters:
  ///   - app: The app to show.
  ///   - columns: The number of columns.
  ///   - rows: The number of rows.
  ///   - theme: The theme of the screens.
  public init(
    _ app: TerminalApp<State, Action>, columns: Int = 80, rows: Int = 24, theme: Theme = .plain
  ) {
    self.app = app
    self.theme = theme
    size = Size(columns: columns, rows: rows)
  }

  /// Returns the grid that shows a state.
  public func grid(_ state: State) -> Grid { app.grid(state, size, theme: theme) }

  /// Fails the test if a state isn't shown as the expected text.
  public func expectScreen(
    _ state: State, _ expected: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    HeadraceTerminalTesting.expectScreen(
      grid(state), expected, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Returns the app's reply to an input.
  public func reply(
    to input: TerminalInput, in state: State
  ) -> TerminalApp<State, Action>.Reply {
    app.reply(to: input, in: state, shown: grid(state))
  }

  /// Returns the action that a key sends.
  ///
  /// - Parameters:
  ///   - key: The key's name, as `Key.init(_:)` accepts it; an invalid name fails the test.
  ///   - state: The visible state.
  /// - Returns: `nil` if the key sends no action.
  public func action(
    _ key: String, in state: State, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Action? {
    guard let key = Key(key) else {
      recordFailure(
        "There is no key \"\(key)\"; expected a name such as \"enter\", \"ctrl+c\" or \"x\".",
        at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
      return nil
    }
    return action(.key(key), in: state)
  }

  /// Returns the action that an input sends; `nil` if it sends none.
  public func action(_ input: TerminalInput, in state: State) -> Action? {
    guard case .send(let action) = reply(to: input, in: state) else { return nil }
    return action
  }

  /// Returns the action that a click on a text sends.
  ///
  /// - Parameters:
  ///   - text: The text to click on, within one row; its first occurrence counts.
  ///   - state: The visible state.
  /// - Returns: `nil` if the text isn't shown or the click sends nothing.
  public func click(_ text: String, in state: State) -> Action? {
    let rows = grid(state).rows
    for (row, line) in rows.enumerated() {
      guard let range = line.firstRange(of: text) else { continue }
      let column = CellText.columns(of: line[..<range.lowerBound])
      return action(.mouse(Mouse(.press, at: Position(column: column, row: row))), in: state)
    }
    return nil
  }

  /// Sends the actions of keys to a running store, one after the other.
  ///
  /// - Parameters:
  ///   - keys: The names of the keys.
  ///   - store: The store that receives the actions.
  public func press(
    _ keys: String..., to store: Store<State, Action>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    for key in keys {
      let action = store.withState {
        self.action(
          key, in: $0, fileID: fileID, filePath: filePath, line: line, column: column)
      }
      if let action { store.send(action) }
    }
  }

  /// Types a text into a running store, one key for each character.
  public func type(_ text: String, to store: Store<State, Action>) {
    for character in text {
      let input = TerminalInput.key(Key(.character(character)))
      if let action = store.withState({ action(input, in: $0) }) { store.send(action) }
    }
  }
}
