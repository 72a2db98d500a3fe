import Foundation
import Testing

@testable import FeatureScaffold

/// The output of `swift package new-feature`, and its refusals.
@Suite struct NewFeatureTests {
  // MARK: - What Is Written

  /// The folder of this project.
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let written = project.appending(path: "Tests/Support/Scaffolded")
  private static let writtenTests = project.appending(path: "Tests/ScaffoldedTests")

  private static func swiftFiles(below folder: URL) throws -> [String: String] {
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
    var texts: [String: String] = [:]
    for case let name as String in names where name.hasSuffix(".swift") || name == "README.md" {
      texts[name] = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    return texts
  }

  /// The same files are a target of this package, and its tests: they compile without a warning,
  /// their tests pass, and they are formatted.
  ///
  /// `HEADRACE_RECORD=1` writes them again.
  @Test func ordersOfEveryKindMakeWhatIsBuiltAndTested() throws {
    let bench = try Bench(module: "Scaffolded")
    try bench.write("Sources/Scaffolded/README.md", "# What `new-feature` writes\n\n")
    for order in scaffoldedOrders { _ = try bench.run(order) }
    let sources = try Self.swiftFiles(below: bench.sources)
    let tests = try Self.swiftFiles(below: bench.tests)
    if ProcessInfo.processInfo.environment["HEADRACE_RECORD"] != nil {
      try Self.replace(Self.written, by: bench.sources)
      try Self.replace(Self.writtenTests, by: bench.tests)
    }
    #expect(scaffoldedOrders.count >= 20)
    #expect(try Self.swiftFiles(below: Self.written) == sources)
    #expect(try Self.swiftFiles(below: Self.writtenTests) == tests)
  }

  private static func replace(_ folder: URL, by other: URL) throws {
    try FileManager.default.removeItem(at: folder)
    try FileManager.default.copyItem(at: other, to: folder)
  }

  @Test func writtenFilesAreListed() throws {
    let bench = try Bench()
    #expect(
      try bench.run(["Login", "--screen", "Main", "--client", "Session"]) == """
        new       Sources/Shop/Login/Login.swift
        new       Sources/Shop/Login/SessionClient.swift
        new       Tests/ShopTests/LoginTests.swift
        new       Sources/Shop/MainFlow.swift
        new       Tests/ShopTests/MainFlowTests.swift
        """)
    #expect(
      try bench.run(["SignUp", "--screen", "Main"]) == """
        new       Sources/Shop/SignUp/SignUp.swift
        new       Tests/ShopTests/SignUpTests.swift
        changed   Sources/Shop/MainFlow.swift
        """)
    #expect(
      try bench.text("Sources/Shop/MainFlow.swift").contains(
        "enum MainScreen {\n  case login(Login)\n  case signUp(SignUp)\n}"))
  }

  @Test func aScreenIsAddedToAFlowOfOnesOwn() throws {
    let bench = try Bench()
    try bench.write(
      "Sources/Shop/Places.swift",
      """
      // enum MainScreen { case wrong(Wrong) }
      @Reducer
      enum MainScreen {
          case first(First)  // and a brace {
          @ReducerCaseIgnored case second(String)

          func helper() {
            switch self { case .first: break }
          }
      }
      """)
    _ = try bench.run(["Third", "--screen", "Main"])
    #expect(
      try bench.text("Sources/Shop/Places.swift").contains(
        "case second(String)\n    case third(Third)\n\n    func helper"))
  }

  @Test func aReadmeAmongTheSourcesGetsALine() throws {
    let bench = try Bench()
    try bench.write("Sources/Shop/README.md", "# Shop\n\n- [Old](Old.swift): old")
    _ = try bench.run(["Login", "--summary", "Who is there."])
    #expect(
      try bench.text("Sources/Shop/README.md") == """
        # Shop

        - [Old](Old.swift): old
        - [Login](Login/Login.swift): Who is there. ([test](../../Tests/ShopTests/LoginTests.swift))

        """)
  }

  @Test func aDryRunWritesNothing() throws {
    let bench = try Bench()
    #expect(
      try bench.run(["Login", "--dry-run"]) == """
        new       Sources/Shop/Login/Login.swift
        new       Tests/ShopTests/LoginTests.swift
        """)
    #expect(bench.files == [])
  }

  @Test func missingTargetsOfTheManifestAreReported() throws {
    let bench = try Bench()
    bench.context.targets[0].dependencies = []
    bench.context.targets[1].dependencies = ["Shop"]
    let told = try bench.run(["Login", "--screen", "Main"])
    #expect(
      told.hasSuffix(
        """
        missing   swift package add-target-dependency Headrace Shop --package headrace
        missing   swift package add-target-dependency HeadraceFlow Shop --package headrace
        missing   swift package add-target-dependency HeadraceTesting ShopTests --package headrace
        missing   swift package add-target-dependency HeadraceFlow ShopTests --package headrace
        """))
  }

  // MARK: - Orders in a File

  @Test func ordersComeFromAFile() throws {
    let bench = try Bench()
    try bench.write(
      "orders.json",
      """
      {"features": [
        {"name": "Login", "screen": "Main", "client": "Session", "summary": "Who is there.",
         "fields": [{"name": "email", "type": "String", "value": "\\"\\""}],
         "actions": ["helpButtonTapped"]},
        {"name": "Welcome", "screen": "Main", "public": true}
      ]}
      """)
    _ = try bench.run(["--from", "orders.json"])
    let other = try Bench()
    _ = try other.run([
      "Login", "--screen", "Main", "--client", "Session", "--summary", "Who is there.", "--field",
      "email:String=\"\"", "--action", "helpButtonTapped",
    ])
    _ = try other.run(["Welcome", "--screen", "Main", "--public"])
    #expect(try Self.swiftFiles(below: bench.sources) == Self.swiftFiles(below: other.sources))
    #expect(try Self.swiftFiles(below: bench.tests) == Self.swiftFiles(below: other.tests))
  }

  @Test(arguments: [
    ("{", "orders.json: this is no JSON"),
    ("{\"feature\": []}", "orders.json: feature: this key is unknown; expected one of features"),
    ("{\"features\": []}", "orders.json: 'features' is empty; expected at least one order"),
    ("{}", "orders.json: 'features' is missing"),
    ("{\"features\": [{}]}", "orders.json: 'name' is missing in features[0]"),
    ("{\"features\": [{\"name\": 1}]}", "orders.json: features[0].name: expected String"),
    (
      "{\"features\": [{\"name\": null}]}",
      "orders.json: features[0].name: expected String, and there is null"
    ),
    (
      "{\"features\": [{\"name\": \"A\", \"screens\": \"B\"}]}",
      "orders.json: features[0].screens: this key is unknown; expected one of name, screen, client,"
        + " fields, actions, public, summary"
    ),
    (
      "{\"features\": [{\"name\": \"A\", \"fields\": [{\"name\": \"x\", \"type\": \"Int\"}]}]}",
      "'x:Int' describes no field; expected 'name:Type=value' or 'name:Type?', as in"
        + " 'isSaved:Bool=false'"
    ),
    (
      "{\"features\": [{\"name\": \"A\"}, {\"name\": \"A\"}]}",
      "'A' is declared in Sources/Shop/A/A.swift already; nothing was written"
    ),
  ])
  func aFileThatIsWrongIsRefused(_ json: String, _ text: String) throws {
    let bench = try Bench()
    try bench.write("orders.json", json)
    #expect(bench.refusal(["--from", "orders.json"]) == text)
    #expect(bench.files == ["orders.json"])
  }

  @Test func aFileThatIsNotThereIsRefused() throws {
    let text = try #require(Bench().refusal(["--from", "nowhere.json"]))
    #expect(text.hasPrefix("nowhere.json: "))
  }

  // MARK: - Refusals

  @Test(
    arguments: [
      ([], "a name is missing; expected 'new-feature Login' (see --help)"),
      (
        ["login"],
        "'login' is no name for a type; expected a capital letter, then letters and digits, at most"
          + " 32, as in 'Login'"
      ),
      (
        ["../Evil"],
        "'../Evil' is no name for a type; expected a capital letter, then letters and digits, at most"
          + " 32, as in 'Login'"
      ),
      (
        ["AVeryLongNameOfExactly33LettersAb"],
        "'AVeryLongNameOfExactly33LettersAb' is no name for a type; expected a capital letter,"
          + " then letters and digits, at most 32, as in 'Login'"
      ),
      (
        ["State"],
        "a feature's code uses the name 'State' for something else; expected another one, as in"
          + " 'StatePage'"
      ),
      (
        ["Login", "--action", "switch"],
        "'switch' is no name for a case or a field; expected a small letter, then letters and"
          + " digits, at most 32, and no word of Swift's, as in 'loginButtonTapped'"
      ),
      (
        ["Login", "--field", "name"],
        "'name' describes no field; expected 'name:Type=value' or 'name:Type?', as in"
          + " 'isSaved:Bool=false'"
      ),
      (
        ["Login", "--field", "name:String=\"\"", "--field", "name:Int=1"],
        "two of the feature's fields would be called 'name'"
      ),
      (
        ["Login", "--client", "Session", "--field", "phase:Int=1"],
        "two of the feature's fields would be called 'phase'"
      ),
      (
        ["Login", "--action", "closeButtonTapped"],
        "two of the feature's actions would be called 'closeButtonTapped'"
      ),
      (
        ["SessionClient", "--client", "Session"],
        "two of the feature's types would be called 'SessionClient'"
      ),
      (["Login", "--summary", ""], "the summary must be one line of 1 to 90 characters"),
      (["Login", "--screen"], "--screen needs a value (see --help)"),
      (["Login", "--screen", "--public"], "--screen needs a value (see --help)"),
      (["Login", "Logout"], "'Logout' is one word too many (see --help)"),
      (["Login", "--sreen", "Main"], "there is no option '--sreen' (see --help)"),
      (["Login", "--target", "Store"], "there is no target 'Store'; expected one of: Shop"),
    ] as [([String], String)])
  func meaninglessOptionsAreRejected(_ arguments: [String], _ text: String) throws {
    let bench = try Bench()
    #expect(bench.refusal(arguments) == text)
    #expect(bench.files == [])
  }

  @Test func aSummaryOfNinetyOneLettersIsRefused() throws {
    let bench = try Bench()
    let text = "the summary must be one line of 1 to 90 characters"
    #expect(bench.refusal(["A", "--summary", String(repeating: "a", count: 91)]) == text)
    #expect(bench.refusal(["A", "--summary", "two\nlines"]) == text)
    #expect(bench.refusal(["A", "--summary", String(repeating: "a", count: 90)]) == nil)
  }

  @Test func existingFilesAreKept() throws {
    let bench = try Bench()
    try bench.write("Sources/Shop/Login/Login.swift", "// mine\n")
    #expect(
      bench.refusal(["Login"])
        == "Sources/Shop/Login/Login.swift is there already; nothing was written")
    try bench.write("Sources/Shop/Other.swift", "struct SessionClient {}\n")
    #expect(
      bench.refusal(["SignUp", "--client", "Session"])
        == "'SessionClient' is declared in Sources/Shop/Other.swift already; nothing was written")
    try bench.write("Tests/ShopTests/AboutTests.swift", "")
    #expect(
      bench.refusal(["About"])
        == "Tests/ShopTests/AboutTests.swift is there already; nothing was written")
    try bench.write(
      "Sources/Shop/Main.swift",
      "enum MainScreen {\n  case about(String)\n}\nenum EmptyScreen {}\n")
    #expect(
      bench.refusal(["Help", "--screen", "Empty"])
        == "'enum EmptyScreen' in Sources/Shop/Main.swift has no line 'case …' to add a screen"
        + " after; nothing was written")
    try FileManager.default.removeItem(at: bench.tests)
    #expect(
      bench.refusal(["About", "--screen", "Main"])
        == "'about' is a screen in Sources/Shop/Main.swift already; nothing was written")
    #expect(
      bench.files == [
        "Sources/Shop/Login/Login.swift", "Sources/Shop/Main.swift", "Sources/Shop/Other.swift",
      ])
  }

  @Test func aScreenOfOthersMustBePublicToo() throws {
    let bench = try Bench()
    _ = try bench.run(["First", "--screen", "Main", "--public"])
    #expect(
      bench.refusal(["Second", "--screen", "Main"])
        == "'enum MainScreen' in Sources/Shop/MainFlow.swift is public; expected --public for its"
        + " screens; nothing was written")
    #expect(bench.refusal(["Second", "--screen", "Main", "--public"]) == nil)
  }

  /// The second file can't be written, so the first one is removed.
  @Test func allIsWrittenOrNothing() throws {
    let bench = try Bench()
    try bench.write("Tests/ShopTests", "a file in the folder's place")
    let text = try #require(bench.refusal(["Login"]))
    #expect(text.hasPrefix("Tests/ShopTests/LoginTests.swift: "))
    #expect(bench.files == ["Tests/ShopTests"])
  }

  @Test func severalTargetsNeedAName() throws {
    let bench = try Bench()
    bench.context.targets.append(
      PackageContext.Target(
        name: "Other", directory: "/nowhere", isTest: false, dependencies: []))
    #expect(
      bench.refusal(["Login"])
        == "the package has 2 targets; expected --target, one of: Shop, Other")
    #expect(
      bench.refusal(["Login", "--target", "Other"])
        == "no test target depends on 'Other'; expected .testTarget(name: \"OtherTests\","
        + " dependencies: [\"Other\", …]) in Package.swift")
    #expect(bench.refusal(["Login", "--target", "Shop"]) == nil)
  }

  @Test func helpWritesNothing() throws {
    let bench = try Bench()
    #expect(try bench.run(["Login", "--help"]) == NewFeatureCommand.help)
    #expect(bench.files == [])
  }

  /// Plugins can't share code.
  @Test func thePluginsRunTheToolInTheSameWay() throws {
    let texts = try ["NewFeature", "FeatureGraph"].map { plugin in
      try String(
        contentsOf: Self.project.appending(path: "Plugins/\(plugin)/RunHeadraceTool.swift"),
        encoding: .utf8)
    }
    #expect(texts[0] == texts[1])
  }
}
