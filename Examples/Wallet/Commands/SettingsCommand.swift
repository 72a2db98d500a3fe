import ArgumentParser
import DurableFiles
import Foundation

/// `wallet settings`: shows and changes the settings of a home folder.
struct SettingsCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "settings",
      abstract: Phrase("Shows or sets the language, the unit, the auto-lock and limits.").text,
      discussion: Phrase(
        """
        language: en or ko, in place of LC_ALL, LC_MESSAGES and LANG. unit: ether, gwei or wei, for \
        balances and on the screens. lock-after: how long screens stay open without a key, or never, \
        and how long 'wallet unlock' counts. max-fee and max-fee-percent: the ceilings of fees where a command names none. \
        'default' takes a setting back.
        """
      ).text, subcommands: [SettingsGetCommand.self, SettingsSetCommand.self],
      defaultSubcommand: SettingsGetCommand.self)
  }
}

extension HomeSettings.Field: ExpressibleByArgument {}

/// `wallet settings get`.
struct SettingsGetCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "get", abstract: Phrase("Shows one setting, or all.").text)
  }

  @Argument(help: .said("The setting; otherwise all."))
  var field: HomeSettings.Field?

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (home, json, field) = (place.homePath, json, field)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      let settings = try HomeSettings.read(home: home)
      terminal.writeLine(SettingsLines.text(settings, field, json: json))
    }
  }
}

/// `wallet settings set`.
struct SettingsSetCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "set", abstract: Phrase("Sets a setting.").text)
  }

  @Argument(help: .said("The setting."))
  var field: HomeSettings.Field

  @Argument(help: .said("Its value; 'default' takes it back."))
  var value: String

  @OptionGroup var place: HomeOptions

  @Flag(help: .said("Answers with one JSON object."))
  var json = false

  func run() async throws {
    let (home, json, field, value) = (place.homePath, json, field, value)
    try await CommandRun.reporting(json: json) { terminal throws(CommandFailure) in
      var changed = HomeSettings()
      try HomeSettings.change(home: home, refusal: { FailureText.failure($0) }) {
        settings throws(CommandFailure) in
        try settings.set(field, value)
        changed = settings
      }
      terminal.writeLine(SettingsLines.text(changed, field, json: json))
    }
  }
}

/// Settings as lines.
enum SettingsLines {
  static func text(
    _ settings: HomeSettings, _ field: HomeSettings.Field?, json: Bool
  ) -> String {
    let fields = field.map { [$0] } ?? HomeSettings.Field.allCases
    guard json else {
      if let field { return text(settings, field) }
      return fields.map { field in
        field.rawValue.padding(toLength: 17, withPad: " ", startingAt: 0) + text(settings, field)
      }.joined(separator: "\n")
    }
    let defaults = fields.filter { settings[$0] == HomeSettings.unset }
    var members: [(name: String, value: JSONText)] = fields.map { field in
      (name: field.rawValue, value: .text(settings.effective(field)))
    }
    members.append((name: "defaults", value: .texts(defaults.map(\.rawValue))))
    return JSONText.object(members)
  }

  /// Returns the effective value, marked if it is the default.
  private static func text(_ settings: HomeSettings, _ field: HomeSettings.Field) -> String {
    let value = settings.effective(field)
    return settings[field] == HomeSettings.unset ? Phrase("\(value) (default)").text : value
  }
}
