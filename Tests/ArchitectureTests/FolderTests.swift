import Testing

/// The folders of a module are floors; see ``FolderRules``.
@Suite struct FolderTests {
  @Test func foldersNameOnlyTheFloorsBelowThem() throws {
    let files = try Project.swiftFiles(below: "Sources", "Examples")
    let modules = Dictionary(grouping: files) { Module(path: $0.path) }
    #expect(modules.count > 10)
    for case (let module?, let files) in modules {
      expectNone(FolderRules.violations(in: files, of: module))
      #expect(
        FolderRules.unused(files, of: module) == [],
        "\(module.name) has no such folders any more: remove them from FolderRules.floors.")
    }
    let names = Set(modules.keys.compactMap { $0?.name })
    #expect(Set(FolderRules.floors.keys).subtracting(names) == [])
  }

  // MARK: - The Rule Itself

  private static let module = Module(name: "Mill", layer: .framework)
  private static let wheel = "Sources/Framework/Mill/Wheel/Wheel.swift"
  private static let river = "Sources/Framework/Mill/River/River.swift"

  private static func violations(river: String, wheel: String) -> [Violation] {
    FolderRules.violations(
      in: [SourceFile(path: Self.river, text: river), SourceFile(path: Self.wheel, text: wheel)],
      of: module, floors: ["River", "Wheel"])
  }

  @Test(arguments: [
    "let wheel: Wheel? = nil", "func turn(_ wheels: [Wheel]) {}", "extension Wheel {}",
    "final class Dam: Wheel {}", "func f() { let x = Wheel() }", "func f() { turnWheel() }",
    "func f(_ river: River) { river.turn() }", "let text = \"\\(Wheel.count)\"",
    "typealias W = Array<Wheel>", "func f() -> some Millstone { 1 }", "private let w = Wheel()",
    "func f(_ paddle: _Paddle) {}", "func f() { [1].grind() }", "func f() { sacks?.fill() }",
  ])
  func aReferenceToAFloorAboveIsFound(line: String) {
    let found = Self.violations(
      river: "struct River {}\n\(line)\n",
      wheel: """
        class Wheel { static var count: Int { 0 } }
        protocol Millstone {}
        struct _Paddle {}
        func turnWheel() {}
        extension River { func turn() {} }
        extension Array { func grind() {} }
        extension [Int] { func fill() {} }
        """)
    #expect(found.map(\.path) == [Self.river])
    #expect(found.map(\.line) == [2])
  }

  @Test(arguments: [
    "// The Wheel turns.", "let text = \"Wheel\"", "func f() { river.flow() }",
    "enum Part { case Wheel }", "struct Bank { struct Wheel {}; var wheel: Wheel }",
    "func turnWheel(turnWheel: Int) {}", "private func turnWheel() {}", "let hub = Axle()",
    "func f() { turnWheel.count }", "func f() { g(.turn) }", "func f() { if case .turn = x {} }",
    "func f() { gear.mesh() }", "extension Array { func sift() {} }; func f() { [1].sift() }",
  ])
  func lookalikeFoldersAreIgnored(line: String) {
    let found = Self.violations(
      river: "struct River { func flow() {} }\nstruct Axle {}\n\(line)\n",
      wheel: """
        struct Wheel {}
        func turnWheel() {}
        private struct Axle {}
        extension River { func turn() {} }
        extension Wheel { func flow() {} }
        extension Gear { func mesh() {} }
        extension Array { func sift() {} }
        """)
    #expect(found == [])
  }

  @Test func aFloorNamesThoseBelowIt() {
    #expect(
      Self.violations(
        river: "struct River {}\nfunc flow() {}\nextension Int { var drops: Int { self } }",
        wheel: "struct Wheel { let river: River }\nfunc turn() { flow() + 1.drops }") == [])
  }

  @Test func aViolationNamesFileLineAndRemedy() {
    let found = Self.violations(river: "\nlet wheel: Wheel? = nil", wheel: "struct Wheel {}")
    #expect(
      found.map(\.description) == [
        """
        Sources/Framework/Mill/River/River.swift:2: 'River' names 'Wheel', which stands in \
        'Wheel', a floor above it. Move this code up, or what it names down, or let what is above \
        hand it over: FolderRules.floors has the order.
        """
      ])
  }

  @Test func aFolderThatIsNotOnTheListIsFound() {
    let files = [Self.river, Self.wheel].map { SourceFile(path: $0, text: "") }
    let found = FolderRules.violations(in: files, of: Self.module, floors: ["River"])
    #expect(found.map(\.path) == [Self.wheel])
    // A module with one folder needs no list.
    #expect(FolderRules.violations(in: [files[0]], of: Self.module) == [])
  }

  @Test func foldersWithinAFolderAreOneFloorWithIt() {
    let inner = SourceFile(path: "Sources/Framework/Mill/Wheel/Inner/Hub.swift", text: "")
    #expect(FolderRules.folder(of: inner, in: Self.module) == "Wheel")
    let own = SourceFile(path: "Sources/Framework/Mill/Mill.swift", text: "")
    #expect(FolderRules.folder(of: own, in: Self.module) == "")
  }
}
