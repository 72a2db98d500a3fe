/// The choices of a schedule that differ from the oldest candidate, by their positions.
typealias ScheduleChoices = [Int: Int]

/// Writes and reads schedules as text, such as `1:4.1-9.2`: the version, then the position of each
/// choice and the candidate that was chosen. Where nothing is written, the oldest was chosen.
enum ScheduleCode {
  static let version = "1"

  static func text(_ choices: ScheduleChoices) -> String {
    let parts = choices.filter { $0.value > 0 }.sorted { $0.key < $1.key }
    return version + ":" + parts.map { "\($0.key).\($0.value)" }.joined(separator: "-")
  }

  /// Reads a schedule; `nil` if the text isn't what ``text(_:)`` writes.
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
    // Signs, zeros in front and another order are not what a report prints.
    guard Self.text(choices) == text else { return nil }
    return choices
  }
}

extension SchedulePlan {
  /// A plan that chooses the same again, and the oldest candidate where nothing else was chosen.
  init(_ choices: ScheduleChoices) {
    self.init(choices: choices, plannedCount: (choices.keys.max() ?? -1) + 1)
  }
}

extension ScheduleRun.Record {
  /// The choices that differ from the oldest candidate.
  var reorderings: ScheduleChoices {
    var result: ScheduleChoices = [:]
    for (position, choice) in chooser.choices.enumerated() where choice.index > 0 {
      result[position] = choice.index
    }
    return result
  }
}
