import CustomDump

/// What `_printChanges()` writes for an action, and where.
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

  /// Writes each action with its payload, and how the state differs after it.
  ///
  /// - Parameter write: Takes one text for each action.
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
  /// - Parameter write: Takes one text for each action.
  public static func actionLabels(to write: @escaping (_ text: String) -> Void) -> Self {
    Self { action, _, _ in write("received action: \(ActionLabel.of(action))") }
  }

  // Only these two print in the framework, at an author's request.

  /// ``customDump(to:)``, to standard output.
  public static var customDump: Self { customDump(to: { Swift.print($0) }) }

  /// ``actionLabels(to:)``, to standard output.
  public static var actionLabels: Self { actionLabels(to: { Swift.print($0) }) }

  /// ``customDump`` in a debug build, nothing in a release build: a shipped app must not print its
  /// users' data because of a forgotten line.
  @usableFromInline
  static var debugBuildsOnly: Self? {
    #if DEBUG
      customDump
    #else
      nil
    #endif
  }
}
