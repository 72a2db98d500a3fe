import Foundation

/// `new-feature`: writes a feature with its test, and the other parts that the arguments request.
public enum NewFeatureCommand {
  /// The text of `--help`.
  public static let help = """
    USAGE: swift package new-feature NAME [options]
           swift package new-feature --from FILE.json [--target NAME] [--dry-run]

    Writes NAME/NAME.swift among the sources and NAMETests.swift among the tests. What is there
    already stays as it is.

    OPTIONS:
      --screen NAME           a screen of NAMEFlow, which is made if it isn't there
      --client NAME           NAMEClient, which loads what the feature shows
      --field NAME:TYPE=VALUE a field of the state; NAME:TYPE? begins as nil; may be repeated
      --action NAME           what the user does, as in saveButtonTapped; may be repeated
      --public                for other modules, too
      --summary TEXT          what stands over the feature, one sentence
      --target NAME           the target that gets it, where the package has several
      --from FILE.json        orders: {"features": [{"name": "Login", "screen": "Main", …}]}
      --dry-run               prints what would be written
      --help                  prints this

    The package manager asks whether it may write; --allow-writing-to-package-directory before
    NAME answers yes.
    """

  /// Runs the command with its arguments.
  ///
  /// - Returns: The lines that report what was done.
  /// - Throws: ``OrderRefusal``; in that case nothing is written.
  public static func run(
    _ arguments: [String], in context: PackageContext
  ) throws(OrderRefusal) -> String {
    var words = CommandWords(arguments)
    if words.flag("--help") { return help }
    let isDryRun = words.flag("--dry-run")
    let targetName = try words.option("--target")
    let orders: [FeatureOrder]
    if let path = try words.option("--from") {
      orders = try OrderFile.read(
        URL(filePath: path, relativeTo: context.url).absoluteURL, called: path)
    } else {
      orders = [try order(&words)]
    }
    try words.requireEnd()
    let (place, target, tests) = try context.place(target: targetName)
    let plan = try ScaffoldPlan(orders, at: place, package: context.url)
    if !isDryRun { try plan.write() }
    let needsFlow = orders.contains { $0.screen != nil }
    return
      (plan.lines + missing(target, ["Headrace"] + (needsFlow ? ["HeadraceFlow"] : []))
      + missing(tests, ["HeadraceTesting"] + (needsFlow ? ["HeadraceFlow"] : [])))
      .joined(separator: "\n")
  }

  private static func order(_ words: inout CommandWords) throws(OrderRefusal) -> FeatureOrder {
    let screen = try words.option("--screen")
    let client = try words.option("--client")
    var fields: [StateField] = []
    while let text = try words.option("--field") { fields.append(try StateField(text)) }
    var actions: [MemberName] = []
    while let text = try words.option("--action") { actions.append(try MemberName(text)) }
    let summary = try words.option("--summary")
    let isPublic = words.flag("--public")
    guard let name = words.word() else {
      throw .usage("a name is missing; expected 'new-feature Login' (see --help)")
    }
    return try FeatureOrder(
      name: TypeName(name), screen: try TypeName.named(screen),
      client: try TypeName.named(client), fields: fields, actions: actions, isPublic: isPublic,
      summary: summary)
  }

  /// Returns the commands that add missing dependencies of the files to the manifest.
  private static func missing(_ target: PackageContext.Target, _ products: [String]) -> [String] {
    let absent = products.filter { !target.dependencies.contains($0) }
    guard !absent.isEmpty else { return [] }
    return absent.map { product in
      "missing   swift package add-target-dependency \(product) \(target.name) --package headrace"
    }
  }
}

/// The words of a command line that have not been read yet.
struct CommandWords {
  private var words: [String]

  init(_ words: [String]) {
    // One word or two, as in other programs.
    self.words = words.flatMap { word in
      guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return [word] }
      return [String(word[..<sign]), String(word[word.index(after: sign)...])]
    }
  }

  mutating func flag(_ name: String) -> Bool {
    guard let index = words.firstIndex(of: name) else { return false }
    words.remove(at: index)
    return true
  }

  mutating func option(_ name: String) throws(OrderRefusal) -> String? {
    guard let index = words.firstIndex(of: name) else { return nil }
    guard index + 1 < words.count, !words[index + 1].hasPrefix("--") else {
      throw .usage("\(name) needs a value (see --help)")
    }
    defer { words.removeSubrange(index...index + 1) }
    return words[index + 1]
  }

  mutating func word() -> String? {
    guard let index = words.firstIndex(where: { !$0.hasPrefix("-") }) else { return nil }
    return words.remove(at: index)
  }

  /// Throws if there are unexpected words.
  func requireEnd() throws(OrderRefusal) {
    guard let first = words.first else { return }
    throw .usage(
      first.hasPrefix("-")
        ? "there is no option '\(first)' (see --help)"
        : "'\(first)' is one word too many (see --help)")
  }
}
