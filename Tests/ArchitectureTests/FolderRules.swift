/// The permitted uses between folders of a module: its folders are floors, and each uses only those
/// before it.
enum FolderRules {
  /// The folders of every module that has several, lowest first; `""` is the module's own folder.
  ///
  /// A folder may name declarations of the folders before it, and its own.
  static let floors: [String: [String]] = [
    "Headrace": [
      "Base", "Instruments", "CasePaths", "Dependencies", "Observation", "Sharing", "Collections",
      "Runtime",
      "Effect", "Presentation", "Bindings", "Reducer", "Macros", "Store",
    ],
    "HeadraceFlow": [
      "Routes", "Operations", "Steps", "Guards", "Router", "Tabs", "Results", "Toasts",
      "Questions", "DeepLinks", "Restoration", "",
    ],
    "HeadraceTesting": ["Executor", "Clocks", "TestStore", "Traits", "Exploration"],
    "HeadraceTerminal": [
      "Text", "Grid", "Theme", "Views", "Input", "Controls", "Charts", "Frames", "Stack", "Session",
    ],
    "HeadraceJournal": ["JSON", "Events", "Recording", "Reading", "Testing"],
    "HeadraceDurable": ["Base", "Database", "Entity", "Runtime"],
    "HeadraceInspector": ["Journals", "Stores", "Serving"],
    "ActivityClient": ["Values", "Refusals", "History", ""],
    "SessionClient": ["Values", ""],
    "VaultClientLive": ["Memory", "Crypto", "Disk", "Vault"],
    "WalletApp": ["Links", ""],
    "Onboarding": ["Trails", "Club", "Profile", ""],
    "WalletCLI": ["Texts", "Session", "Screens", "Commands"],
  ]

  /// Returns the folder of a file below its module's: the first one, whatever is in it.
  static func folder(of file: SourceFile, in module: Module) -> String {
    let parts = file.path.split(separator: "/").map(String.init)
    guard let index = parts.firstIndex(of: module.folder), index + 2 < parts.count else {
      return ""
    }
    return parts[index + 1]
  }

  /// Returns the lines where a folder of a module names declarations of a later one.
  static func violations(
    in files: [SourceFile], of module: Module, floors: [String] = []
  ) -> [Violation] {
    let folders = Set(files.map { folder(of: $0, in: module) })
    guard folders.count > 1 else { return [] }
    let floors = floors.isEmpty ? Self.floors[module.name] ?? [] : floors
    let unlisted = files.filter { !floors.contains(folder(of: $0, in: module)) }
    guard unlisted.isEmpty else {
      return unlisted.map { file in
        file.violation(
          1,
          "The folder '\(folder(of: file, in: module))' of \(module.name) is not on the list. Put "
            + "it into FolderRules.floors, after the folders that it uses.")
      }
    }
    return references(in: files, of: module, floors: floors)
  }

  private static func references(
    in files: [SourceFile], of module: Module, floors: [String]
  ) -> [Violation] {
    let reading = FolderReading(files) { folder(of: $0, in: module) }
    let floor = Dictionary(uniqueKeysWithValues: floors.enumerated().map { ($1, $0) })
    let folders = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, Self.folder(of: $0, in: module)) })
    return reading.uses.compactMap { use -> Violation? in
      let declaring = reading.folders(of: use)
      guard let own = folders[use.path], let ownFloor = floor[own],
        let lowest = declaring.min(by: { floor[$0] ?? 0 < floor[$1] ?? 0 }),
        floor[lowest] ?? 0 > ownFloor
      else { return nil }
      return Violation(
        path: use.path, line: use.line,
        message: "'\(own)' names '\(use.name)', which stands in '\(lowest)', a floor above it. "
          + "Move this code up, or what it names down, or let what is above hand it over: "
          + "FolderRules.floors has the order.")
    }
    .sorted { ($0.path, $0.line, $0.message) < ($1.path, $1.line, $1.message) }
  }

  /// Returns the folders on the list of a module that it does not have.
  static func unused(_ files: [SourceFile], of module: Module) -> [String] {
    let folders = Set(files.map { folder(of: $0, in: module) })
    return (floors[module.name] ?? []).filter { !folders.contains($0) }
  }
}
