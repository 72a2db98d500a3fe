/// What a ``LineHost`` says itself, in the language of the user.
public struct LineWords: Sendable {
  /// Explains at the beginning how keys are typed; empty for no explanation.
  public var opening: String
  /// Reports that there is no key of a name.
  public var unknownKey: @Sendable (_ name: String) -> String
  /// Says that what comes next is secret and stays in the terminal's history, and asks whether it
  /// is to be shown. The answer `yes` shows it.
  public var secretQuestion: String

  /// Creates the words of a language.
  public init(
    opening: String, unknownKey: @escaping @Sendable (_ name: String) -> String,
    secretQuestion: String
  ) {
    self.opening = opening
    self.unknownKey = unknownKey
    self.secretQuestion = secretQuestion
  }

  /// The words in English.
  public static let english = LineWords(
    opening: """
      Type a line, or one character for its key; an empty line is Return. A colon names keys: \
      :esc :tab :up :down :f2, or several as in ':down down enter'. Where something secret is \
      typed, only :esc is a name.
      """,
    unknownKey: {
      "There is no key \($0.debugDescription); expected a name such as esc, tab or down."
    },
    secretQuestion: """
      What comes next is secret, and it stays in the history of this terminal. Type yes to see it; \
      any other line goes back.
      """)
}

/// Where a ``LineHost`` writes what is secret.
public enum LineSecrets: Hashable, Sendable {
  /// On the alternate screen of the terminal, which has no history, and which is cleared then.
  case onAlternateScreen
  /// Among the other lines, which stay in the terminal's history, after the user has agreed.
  case inHistoryIfAgreed
  /// Among the other lines, for example because the secret has no value.
  case inHistory
}
