import ArgumentParser

/// A suggestion for a mistyped command.
///
/// An unknown word is passed to the default command, whose error message does not mention commands.
enum NearestCommand {
  /// The maximum number of mistyped letters; in short words, half of the length.
  private static let distanceMax = 2

  /// Commands that the program `devchain` has now.
  private static let moved = ["devchain": "devchain", "devsession": "devchain session"]

  /// Returns the error message for a command line with a mistyped command; nil for all others.
  static func refusal(
    _ arguments: [String], _ root: any ParsableCommand.Type = WalletCommand.self
  ) -> Phrase? {
    let isWallet = root == WalletCommand.self
    var path = [root.configuration.commandName ?? ""]
    var commands = root.configuration.subcommands
    for argument in arguments {
      guard !argument.hasPrefix("-"), !commands.isEmpty, argument != "help" else { return nil }
      if let command = commands.first(where: { name(of: $0) == argument }) {
        path.append(argument)
        commands = command.configuration.subcommands
        continue
      }
      let program = isWallet && path.count == 1 ? moved[argument] : nil
      let near = nearest(to: argument, among: commands.map(name(of:)))
      guard let meant = program ?? near.map({ (path + [$0]).joined(separator: " ") }) else {
        return nil
      }
      let typed = PlainText.printable((path + [argument]).joined(separator: " "))
      return Phrase("there is no command '\(typed)'; did you mean '\(meant)'?")
    }
    return nil
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }

  static func nearest(to word: String, among names: [String]) -> String? {
    let limit = min(distanceMax, word.count / 2)
    let near = names.map { (name: $0, distance: distance($0, word)) }
      .min { $0.distance < $1.distance }
    return near.flatMap { $0.distance <= limit ? $0.name : nil }
  }

  /// Returns the edit distance of two words: insertions, deletions, substitutions, transpositions.
  private static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second.prefix(64)))
    var rows = [Array(0...second.count)]
    for (row, letter) in first.enumerated() {
      var next = [row + 1]
      for (column, other) in second.enumerated() {
        let replaced = rows[row][column] + (letter == other ? 0 : 1)
        var least = min(replaced, rows[row][column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, letter == second[column - 1], first[row - 1] == other {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[first.count][second.count]
  }
}
