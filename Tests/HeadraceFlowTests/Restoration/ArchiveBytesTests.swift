import Headrace
import Testing

@testable import HeadraceFlow

@Suite("The bytes of an archive")
struct ArchiveBytesTests {
  private static let state = Desk.State(
    routes: [
      .root(.home(DeskHome.State(note: "hello")), embedInNavigationView: true),
      .push(.statement(DeskStatement.State(month: 5))),
    ])

  @Test func theLayoutIsThis() throws {
    let bytes = try deskArchive.encode(Self.state)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text == """
        headrace-routes 1 136 2446478880
        1:24:home1:11:115:{"kind":"root"}16:{"note":"hello"}\
        9:statement1:21:015:{"kind":"push"}40:{"isLoading":false,"lines":[],"month":5}1:01:0
        """)
  }

  /// The check values for CRC-32 in catalogues of checksums.
  @Test(arguments: [("123456789", 0xCBF4_3926), ("", 0), ("a", 0xE8B7_BE43)] as [(String, UInt32)])
  func theChecksumIsCRC32(text: String, checksum: UInt32) {
    #expect(ArchiveBytes.checksum(of: Array(text.utf8)[...]) == checksum)
  }

  @Test func everyChangedBitIsFound() throws {
    let bytes = try deskArchive.encode(Self.state)
    for place in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[place] ^= 1 << bit
        #expect(throws: RouteArchiveError.self, "bit \(bit) of byte \(place)") {
          try deskArchive.decode(damaged)
        }
      }
    }
  }

  @Test func everyLengthButItsOwnIsFound() throws {
    let bytes = try deskArchive.encode(Self.state)
    for count in 0..<bytes.count {
      #expect(throws: RouteArchiveError.self, "\(count) bytes") {
        try deskArchive.decode(Array(bytes.prefix(count)))
      }
    }
    #expect(throws: RouteArchiveError.damaged) { try deskArchive.decode(bytes + [0]) }
    #expect(try deskArchive.decode(bytes).routes == Self.state.routes)
  }

  /// Fields that no version writes, under a valid checksum.
  @Test(arguments: [
    "", "1", "1:", "1:1", "2:-1", "1:x", "99999999999999999999:1", "1:0", "1:01:1", "1:01:01:0",
    "3:999", "1:11:a1:01:01:01:0", "1:01:0", "1:01:01:1",
  ])
  func fieldsThatMakeNoSenseAreRefused(fields: String) {
    #expect(throws: RouteArchiveError.self) {
      try deskArchive.decode(ArchiveBytes.sealed(Array(fields.utf8)))
    }
  }

  @Test func anArchiveThatIsTooLargeIsNotRead() {
    let archive = makeDeskArchive(limits: RouteArchiveLimits(byteCountMax: 10))
    #expect(throws: RouteArchiveError.tooLarge(byteCount: 11, max: 10)) {
      try archive.decode([UInt8](repeating: 0, count: 11))
    }
  }

  // MARK: - Versions

  /// Returns an archive with a home and one more screen.
  private func archive(
    _ name: String, version: Int, _ state: String, style: String = #"{"kind":"push"}"#,
    embeds: Int = 0
  ) -> [UInt8] {
    var writer = ArchiveWriter()
    writer.write(3)
    for (name, version, embeds, style, state) in [
      ("home", 1, 1, #"{"kind":"root"}"#, #"{"note":""}"#), (name, version, embeds, style, state),
      ("contacts", 1, 0, #"{"kind":"cover"}"#, #"{"names":[]}"#),
    ] {
      writer.write(name)
      writer.write(version)
      writer.write(embeds)
      writer.write(style)
      writer.write(state)
    }
    for _ in 0..<2 { writer.write(0) }
    return ArchiveBytes.sealed(writer.bytes)
  }

  @Test func anOlderVersionIsMigrated() throws {
    let stack = try deskArchive.decode(archive("statement", version: 1, #"{"monthName":"May"}"#))
    #expect(stack.routes.map(\.screen)[1] == .statement(DeskStatement.State(month: 5)))
    #expect(stack.routes.count == 3)
    #expect(stack.replacedScreen == nil)
  }

  @Test func pushedRoutesNeverHaveTheirOwnNavigationView() throws {
    let bytes = archive(
      "statement", version: 2, #"{"lines":[],"isLoading":false,"month":5}"#, embeds: 1)
    let stack = try deskArchive.decode(bytes)
    #expect(stack.routes[1] == .push(.statement(DeskStatement.State(month: 5))))
  }

  @Test func aFormerNameIsRead() throws {
    let stack = try deskArchive.decode(archive("account", version: 1, #"{"monthName":"May"}"#))
    #expect(stack.routes.map(\.screen)[1] == .statement(DeskStatement.State(month: 5)))
  }

  @Test(arguments: [
    // An unknown screen, an unknown version, a newer one, a migration that refuses, another state,
    // another style, and a screen that can't be on this one.
    ("loan", 1, "{}", #"{"kind":"push"}"#),
    ("statement", 0, #"{"monthName":"May"}"#, #"{"kind":"push"}"#),
    ("statement", 3, #"{"month":5}"#, #"{"kind":"push"}"#),
    ("statement", 1, #"{"monthName":"Mai"}"#, #"{"kind":"push"}"#),
    ("statement", 2, #"{"month":"5"}"#, #"{"kind":"push"}"#),
    ("payment", 1, #"{"amount":1,"phase":"editing"}"#, #"{"kind":"popover"}"#),
    ("payment", 1, #"{"amount":1,"phase":"editing"}"#, #"{"kind":"root"}"#),
  ])
  func aScreenThatCantBeReadIsReplacedByItsParent(
    name: String, version: Int, state: String, style: String
  ) throws {
    let stack = try deskArchive.decode(archive(name, version: version, state, style: style))
    #expect(stack.routes.map(\.screen) == [.home(DeskHome.State())])
    #expect(stack.replacedScreen == name)
  }

  @Test func aRootThatCantBeReadLeavesNothing() {
    var writer = ArchiveWriter()
    writer.write(1)
    writer.write("villa")
    for field in ["1", "1", #"{"kind":"root"}"#, "{}", "0", "0"] { writer.write(field) }
    #expect(throws: RouteArchiveError.noRoot) {
      try deskArchive.decode(ArchiveBytes.sealed(writer.bytes))
    }
  }
}
