import EthereumPrimitives
import Headrace
import HeadraceTesting
import NetworksClient
import NetworksFeature
import NodeClient
import Testing

/// Adding, choosing and removing networks, and the refusals.
@Suite("Networks")
struct NetworksFeatureTests {
  private static let url = "https://node.example/v3/secret"

  private static func network(_ name: String = "main", _ chainID: ChainID = 1) throws -> Network {
    Network(name: try NetworkName(name), chainID: chainID, url: url)
  }

  private func makeStore(
    _ book: NetworkBook = NetworkBook(), _ phase: Networks.Phase = .listing,
    _ prepare: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<Networks> {
    var state = Networks.State(book: book)
    state.phase = phase
    return TestStore(initialState: state) {
      Networks()
    } withDependencies: {
      prepare(&$0)
    }
  }

  /// Returns nodes that each follow a chain.
  private static func nodes(_ chainID: ChainID) -> NodeDirectory {
    NodeDirectory { address throws(NodeAddressRefusal) in
      #expect(address == url)
      var node = NodeClient.testValue
      node.chainID = { chainID }
      return node
    }
  }

  @Test func appearingReadsTheNetworks() async throws {
    let book = NetworkBook(networks: [try Self.network()])
    let store = makeStore { $0.networks.book = { () throws(NetworkRefusal) in book } }
    await store.send(.view(.appeared))
    await store.receive(\.inner.loaded, book) { $0.book = book }
    await store.finish()
  }

  @Test(arguments: ["1", ""])
  func aNetworkIsKeptAfterItsNodeNamedTheChain(chainID: String) async throws {
    let main = try Self.network()
    let store = makeStore {
      $0.nodes = Self.nodes(1)
      $0.networks.add = { network throws(NetworkRefusal) in
        #expect(network == main)
        return NetworkBook(networks: [network])
      }
    }
    await store.send(.view(.addButtonTapped)) { $0.phase = .adding(.init()) }
    let draft = Networks.Draft(name: "main", address: Self.url, chainID: chainID)
    await store.send(.view(.draftChanged(draft))) { $0.phase = .adding(draft) }
    await store.send(.view(.saveButtonTapped)) { $0.work = .adding }
    await store.receive(\.inner.added) {
      $0.work = nil
      $0.book = NetworkBook(networks: [main])
      $0.phase = .listing
    }
    await store.finish()
  }

  /// Nothing is asked of the home: a call of `networks.add` fails the test.
  @Test func aNodeOfAnotherChainIsNotKept() async {
    let draft = Networks.Draft(name: "main", address: Self.url, chainID: "1")
    let store = makeStore(NetworkBook(), .adding(draft)) { $0.nodes = Self.nodes(5) }
    await store.send(.view(.saveButtonTapped)) { $0.work = .adding }
    await store.receive(\.inner.failed) {
      $0.work = nil
      $0.failure = .otherChain(expected: 1, found: 5)
    }
    await store.finish()
  }

  @Test func aNodeThatDoesNotAnswerIsNotKept() async {
    let draft = Networks.Draft(name: "main", address: Self.url)
    let gone = NodeError.unreachable(endpoint: "https://node.example", reason: "closed")
    let store = makeStore(NetworkBook(), .adding(draft)) {
      $0.nodes.node = { _ throws(NodeAddressRefusal) in
        var node = NodeClient.testValue
        node.chainID = { throw gone }
        return node
      }
    }
    await store.send(.view(.saveButtonTapped)) { $0.work = .adding }
    await store.receive(\.inner.failed) {
      $0.work = nil
      $0.failure = .node(gone)
    }
    await store.finish()
  }

  @Test(arguments: [
    (Networks.Draft(name: "", address: url), NetworksFailure.name(.empty)),
    (Networks.Draft(name: "Main", address: url), .name(.otherCharacter(position: 0))),
    (
      Networks.Draft(name: String(repeating: "a", count: 33), address: url),
      .name(.tooLong(found: 33, max: 32))
    ),
    (Networks.Draft(name: "a", address: url, chainID: "0"), .chainID),
    (Networks.Draft(name: "a", address: url, chainID: "01"), .chainID),
    (Networks.Draft(name: "a", address: url, chainID: "-1"), .chainID),
    (Networks.Draft(name: "a", address: url, chainID: "18446744073709551616"), .chainID),
    (Networks.Draft(name: "a", address: "nowhere"), .address(.notAnAddress)),
  ])
  func invalidNetworksAreRejectedBeforeANodeIsAsked(
    draft: Networks.Draft, failure: NetworksFailure
  ) async {
    let store = makeStore(NetworkBook(), .adding(draft)) {
      $0.nodes.node = { _ throws(NodeAddressRefusal) in throw .notAnAddress }
    }
    await store.send(.view(.saveButtonTapped)) { $0.failure = failure }
    await store.send(.view(.draftChanged(draft))) { $0.failure = nil }
    await store.finish()
  }

  /// The greatest chain id and the longest name.
  @Test func theGreatestValuesAreTaken() async throws {
    let name = String(repeating: "a", count: 32)
    let draft = Networks.Draft(name: name, address: Self.url, chainID: "18446744073709551615")
    let greatest = ChainID(rawValue: .max)
    let book = NetworkBook(networks: [try Self.network(name, greatest)])
    let store = makeStore(NetworkBook(), .adding(draft)) {
      $0.nodes = Self.nodes(greatest)
      $0.networks.add = { _ throws(NetworkRefusal) in book }
    }
    await store.send(.view(.saveButtonTapped)) { $0.work = .adding }
    await store.receive(\.inner.added) {
      $0.work = nil
      $0.book = book
      $0.phase = .listing
    }
    await store.finish()
  }

  @Test func aNameThatIsTakenIsRefusedBeforeANodeIsAsked() async throws {
    let main = try Self.network()
    let draft = Networks.Draft(name: "main", address: Self.url)
    let store = makeStore(NetworkBook(networks: [main]), .adding(draft))
    await store.send(.view(.saveButtonTapped)) { $0.failure = .refused(.nameTaken(main.name)) }
    await store.finish()
  }

  /// A user who waits for a node that never answers leaves the form; nothing is saved later.
  @Test func leavingTheFormEndsTheQuestion() async {
    let clock = TestClock()
    let draft = Networks.Draft(name: "main", address: Self.url)
    let store = makeStore(NetworkBook(), .adding(draft)) {
      $0.nodes.node = { _ throws(NodeAddressRefusal) in
        var node = NodeClient.testValue
        node.chainID = {
          try await clock.sleep(for: .seconds(3_600))
          return 1
        }
        return node
      }
      $0.networks.book = { () throws(NetworkRefusal) in NetworkBook() }
    }
    await store.send(.view(.saveButtonTapped)) { $0.work = .adding }
    await store.send(.view(.draftChanged(.init())))
    await store.send(.view(.saveButtonTapped))
    await store.send(.view(.cancelButtonTapped)) {
      $0.work = nil
      $0.phase = .listing
    }
    await store.receive(\.inner.loaded)
    await store.finish()
  }

  // MARK: - Choosing and Removing

  @Test func aNetworkIsChosenAndTheParentLearnsIt() async throws {
    let main = try Self.network()
    let store = makeStore(NetworkBook(networks: [main])) {
      $0.networks.use = { name throws(NetworkRefusal) in
        NetworkBook(networks: [main], used: name)
      }
    }
    await store.send(.view(.chooseConfirmed(main.name))) { $0.work = .changing }
    await store.receive(\.inner.chosen) {
      $0.work = nil
      $0.book.used = main.name
    }
    await store.receive(\.delegate.chosen, main)
    // The wallet may be open on another one, which an option named.
    await store.send(.view(.chooseConfirmed(main.name))) { $0.work = .changing }
    await store.receive(\.inner.chosen) { $0.work = nil }
    await store.receive(\.delegate.chosen, main)
    await store.send(.view(.chooseConfirmed(nil))) { $0.work = .changing }
    await store.receive(\.inner.chosen) {
      $0.work = nil
      $0.book.used = nil
    }
    await store.receive(\.delegate.chosen, nil)
    await store.finish()
  }

  @Test func theNetworkInUseIsNotRemoved() async throws {
    let (main, test) = (try Self.network(), try Self.network("test", 5))
    let store = makeStore(NetworkBook(networks: [main, test], used: main.name)) {
      $0.networks.remove = { name throws(NetworkRefusal) in
        #expect(name == test.name)
        return NetworkBook(networks: [main], used: main.name)
      }
    }
    await store.send(.view(.removeConfirmed(main.name))) { $0.failure = .inUse(main.name) }
    await store.send(.view(.removeConfirmed(test.name))) {
      $0.failure = nil
      $0.work = .changing
    }
    await store.receive(\.inner.removed) {
      $0.work = nil
      $0.book.networks = [main]
    }
    await store.finish()
  }

  @Test func networksThatCannotBeRemovedAreReported() async throws {
    let main = try Self.network()
    let store = makeStore(NetworkBook(networks: [main])) {
      $0.networks.remove = { _ throws(NetworkRefusal) in throw .busy }
    }
    await store.send(.view(.removeConfirmed(main.name))) { $0.work = .changing }
    await store.receive(\.inner.failed) {
      $0.work = nil
      $0.failure = .refused(.busy)
    }
    await store.send(.view(.doneButtonTapped)) { $0.failure = nil }
    await store.receive(\.delegate.closed)
    await store.finish()
  }
}
