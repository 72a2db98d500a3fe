import CustomDump

/// The output of `_printChanges()` for an action, and its destination.
///
/// ```swift
/// Counter()._printChanges()                 // differences, to standard output
/// Counter()._printChanges(.actionLabels)    // names of actions, to standard output
/// Counter()._printChanges(.customDump { logger.debug("\($0)") })
/// ```
public struct ReducerPrinter<State, Action> {
  @usableFromInline
  let printChange: (_ action: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer.
  ///
  /// - Parameter printChange: Called after each action with the action, the state before it and the
  ///   state after it.
  public init(
    printChange: @escaping (_ action: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    self.printChange = printChange
  }

  /// Writes each action with its payload, and the difference that it made to the state.
  ///
  /// - Parameter write: Receives one text per action.
  public static func customDump(to write: @escaping (_ text: String) -> Void) -> Self {
    Self { action, oldState, newState in
      var text = "received action:\n"
      CustomDump.customDump(action, to: &text, indent: 2)
      text += "\n" + (diff(oldState, newState) ?? "  (No state changes)") + "\n"
      write(text)
    }
  }

  /// Writes the name of each action's cases, without their payloads.
  ///
  /// - Parameter write: Receives one text per action.
  public static func actionLabels(to write: @escaping (_ text: String) -> Void) -> Self {
    Self { action, _, _ in write("received action: \(ActionLabel.of(action))") }
  }

  // Only these two print in the framework, and only at an author's request.

  /// Prints ``customDump(to:)`` to standard output.
  public static var customDump: Self { customDump(to: { Swift.print($0) }) }

  /// Prints ``actionLabels(to:)`` to standard output.
  public static var actionLabels: Self { actionLabels(to: { Swift.print($0) }) }

  /// ``customDump`` in a debug build, `nil` in a release build: a forgotten line must not make a
  /// shipped app print its users' data.
  @usableFromInline
  static var debugBuildsOnly: Self? {
    #if DEBUG
      customDump
    #else
      nil
    #endif
  }
}
