extension Answer {
  /// A reducer enum for the mistakes below, and its child.
  static let screen = """
    @Reducer enum Screen { case child(Child) }
    \(child)
    """

  /// Returns a feature with a mistake in how it runs its children.
  ///
  /// - Parameters:
  ///   - others: The code after the feature.
  ///   - nested: A declaration in the feature.
  static func feature(
    _ name: String, others: String = child, state: String, action: String, nested: String = "",
    body: String, says: [String]
  ) -> Answer {
    Answer(
      name: name,
      code: """
        @Reducer struct Feature {
          struct State { \(state) }
          enum Action { case tapped, \(action) }
        \(nested.isEmpty ? "" : "\(nested)\n")  var body: some ReducerOf<Self> {
        \(body)
          }
        }
        \(others)
        """, says: says)
  }

  /// Returns the same mistake, with the code that results from its remedies.
  ///
  /// - Parameter changes: A part of the code, and its replacement by the remedy.
  func mended(_ changes: (part: String, remedy: String)...) -> Answer {
    var answer = self
    answer.mended = changes.reduce(code) { $0.replacing($1.part, with: $1.remedy) }
    return answer
  }
}
