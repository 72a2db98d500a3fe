/// The choices of a schedule other than the oldest candidate, by their positions.
typealias ScheduleChoices = [Int: Int]

/// Writes and reads schedules as text, such as `1:4.1-9.2`: the version, then the position of each
/// choice and the index of the chosen candidate.
///
/// The oldest candidate is chosen at all other positions.
enum ScheduleCode {
  static let version = "1"

  static func text(_ choices: ScheduleChoices) -> String {
    let parts = choices.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    return version + ":" + parts.map { "\($0.key).\($0.value)" }.joined(separator: "-")
  }

  /// Reads a schedule; returns `nil` if the text is not in the form of ``text(_:)``.
  static func choices(_ text: String) -> ScheduleChoices? {
    guard let colon = text.firstIndex(of: ":"), text[..<colon] == version else { return nil }
    var choices: ScheduleChoices = [:]
    let rest = text[text.index(after: colon)...]
    if rest.isEmpty { return choices }
    for part in rest.split(separator: "-", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      guard numbers.count == 2, let position = numbers[0], let index = numbers[1],
        (0...Int(Int32.max)) ~= position, index > 0, choices[position] == nil
      else { return nil }
      choices[position] = index
    }
    // Signs, leading zeros and another order do not occur in reports.
    guard Self.text(choices) == text else { return nil }
    return choices
  }
}

extension SchedulePlan {
  /// Creates a plan that makes the same choices again, and chooses the oldest candidate elsewhere.
  init(_ choices: ScheduleChoices) {
    self.init(choices: choices, plannedCount: (choices.keys.max() ?? -1) + 1)
  }
}

extension ScheduleRun.Record {
  /// The choices other than the oldest candidate.
  var reorderings: ScheduleChoices {
    var result: ScheduleChoices = [:]
    for (position, choice) in chooser.choices.enumerated() where choice.index > 0 {
      result[position] = choice.index
    }
    return result
  }
}
