import DurableFiles
import DurableFilesTesting
import EthereumPrimitives
import Foundation
import NetworksClient
import NetworksClientLive
import Testing

@Suite struct NetworksFileTests {
  private static func network(_ name: String, _ id: UInt64 = 1) throws -> Network {
    Network(
      name: try NetworkName(name), chainID: ChainID(rawValue: id), url: "https://\(name).example")
  }

  /// A test's own folder.
  private final class Home {
    let path = FileManager.default.temporaryDirectory.appending(path: "networks-\(UUID())").path
    var file: String { path + "/settings/networks.json" }
    deinit {
      do {
        try FileManager.default.removeItem(atPath: path)
      } catch {
        print("\(path) stays: \(error)")
      }
    }
  }

  @Test func aHomeRemembersItsNetworks() async throws {
    let home = Home()
    let client = NetworksClient.live(NetworksFile(home: home.path))
    #expect(try await client.book() == NetworkBook())
    let (main, test) = (try Self.network("mainnet"), try Self.network("sepolia", 11_155_111))
    _ = try await client.add(test)
    _ = try await client.add(main)
    let used = try await client.use(main.name)
    #expect(used == NetworkBook(networks: [main, test], used: main.name))
    #expect(used.current == main)
    // Another process, and one that removes a network in use.
    let again = NetworksClient.live(NetworksFile(home: home.path))
    #expect(try await again.book() == used)
    #expect(try await again.remove(main.name) == NetworkBook(networks: [test]))
    #expect(FileManager.default.fileExists(atPath: home.file))
    let mode = try FileManager.default.attributesOfItem(atPath: home.file)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test func conflictingNetworksAreRejected() async throws {
    let home = Home()
    let client = NetworksClient.live(NetworksFile(home: home.path))
    let main = try Self.network("mainnet")
    let before = try await client.add(main)
    await #expect(throws: NetworkRefusal.nameTaken(main.name)) { try await client.add(main) }
    let other = try NetworkName("other")
    await #expect(throws: NetworkRefusal.unknown(other)) { try await client.use(other) }
    await #expect(throws: NetworkRefusal.unknown(other)) { try await client.remove(other) }
    #expect(try await client.book() == before)
  }

  @Test func theLastPlaceIsTakenAndTheNextRefused() throws {
    var book = NetworkBook()
    for number in 0..<Network.countMax { try book.add(try Self.network("n\(number)")) }
    #expect(throws: NetworkRefusal.full(max: 100)) { try book.add(try Self.network("more")) }
  }

  @Test(arguments: [
    ("", NetworkName.Refusal.empty), ("Mainnet", .otherCharacter(position: 0)),
    ("-x", .otherCharacter(position: 0)), ("a b", .otherCharacter(position: 1)),
    ("é", .otherCharacter(position: 0)), ("a/", .otherCharacter(position: 1)),
    (String(repeating: "a", count: 33), .tooLong(found: 33, max: 32)),
  ])
  func noName(text: String, refusal: NetworkName.Refusal) {
    #expect(throws: refusal) { try NetworkName(text) }
  }

  @Test(arguments: ["a", "main-net_2.0", String(repeating: "a", count: 32)])
  func aName(text: String) throws {
    #expect(try NetworkName(text).text == text)
  }

  /// Killed at any step, a change leaves the old networks or the new ones.
  @Test func aKilledProcessLeavesTheOldOrTheNewNetworks() throws {
    let (first, second) = (try Self.network("a"), try Self.network("b"))
    var ends: Set<NetworkBook> = []
    for step in 1...100 {
      let disk = SimulatedDisk()
      let file = NetworksFile(home: "/home", files: disk.files)
      _ = try file.change { book throws(NetworkRefusal) in try book.add(first) }
      let before = disk.stepCount
      disk.plan(.stop(.nothingUnsynced), atStep: before + step)
      do throws(NetworkRefusal) {
        _ = try file.change { book throws(NetworkRefusal) in try book.add(second) }
      } catch {
        #expect(disk.isStopped)
      }
      let isStopped = disk.isStopped
      disk.restart()
      ends.insert(try file.read())
      if !isStopped { break }
      #expect(step < 100)
    }
    #expect(
      ends == [NetworkBook(networks: [first]), NetworkBook(networks: [first, second])])
  }

  /// A file that can't be read is refused, and not changed.
  @Test(arguments: [
    ("nonsense", false), (#"{"format":"other","version":1}"#, false),
    (#"{"format":"headrace-networks","version":2}"#, true),
    (#"{"format":"headrace-networks","version":1,"value":{"networks":[],"used":"x"}}"#, false),
    (
      #"{"format":"headrace-networks","version":1,"value":{"networks":[{"name":"A","chainId":1,"#
        + #""url":"http://a"}]}}"#, false
    ),
    (
      #"{"format":"headrace-networks","version":1,"value":{"networks":[{"name":"a","chainId":0,"#
        + #""url":"http://a"}]}}"#, false
    ),
  ])
  func aFileThatIsNotOursIsRefused(text: String, isNewer: Bool) throws {
    let home = Home()
    try FileManager.default.createDirectory(
      atPath: home.path + "/settings", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: home.file))
    let file = NetworksFile(home: home.path)
    let refusal: NetworkRefusal =
      isNewer
      ? .unsupportedVersion(path: home.file, found: 2, supported: 1) : .damaged(path: home.file)
    #expect(throws: refusal) { try file.read() }
    #expect(throws: refusal) { try file.change { $0.used = nil } }
    #expect(try String(contentsOfFile: home.file, encoding: .utf8) == text)
  }

  /// A person may edit the file: spaces and the order of keys don't count.
  @Test func aFileThatAPersonEditedIsRead() throws {
    let home = Home()
    try FileManager.default.createDirectory(
      atPath: home.path + "/settings", withIntermediateDirectories: true)
    try Data(
      """
      { "version": 1, "format": "headrace-networks",
        "value": { "used": "a", "networks": [ {"url": "http://a", "name": "a", "chainId": 5} ] } }
      """.utf8
    ).write(to: URL(filePath: home.file))
    #expect(try NetworksFile(home: home.path).read().current?.chainID == 5)
  }
}
