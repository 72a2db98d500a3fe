/// The texts of a ``LineHost`` itself, in the user's language.
public struct LineWords: Sendable {
  /// The introduction, which explains how to type keys; empty for none.
  public var opening: String
  /// Returns the message that there is no key with a given name.
  public var unknownKey: @Sendable (_ name: String) -> String
  /// The question whether to show a secret that stays in the terminal's history.
  ///
  /// The answer `yes` shows it.
  public var secretQuestion: String

  /// Creates the texts of a language.
  public init(
    opening: String, unknownKey: @escaping @Sendable (_ name: String) -> String,
    secretQuestion: String
  ) {
    self.opening = opening
    self.unknownKey = unknownKey
    self.secretQuestion = secretQuestion
  }

  /// The English texts.
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

/// The place where a ``LineHost`` writes secrets.
public enum LineSecrets: Hashable, Sendable {
  /// On the alternate screen of the terminal, which has no history and is cleared afterwards.
  case onAlternateScreen
  /// Among the other lines, which stay in the terminal's history, after the user has agreed.
  case inHistoryIfAgreed
  /// Among the other lines, for example because the secret has no value.
  case inHistory
}
