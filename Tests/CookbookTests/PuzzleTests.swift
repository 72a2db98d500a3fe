import Headrace
import HeadraceFlow
import HeadraceTesting
import Testing

@testable import Cookbook

@Suite struct PuzzleTests {
  private let clock = TestClock()

  private func makeStore(_ routes: [Route<PuzzleScreen.State>]) -> TestStoreOf<Puzzle> {
    TestStore(initialState: Puzzle.State(routes: routes)) {
      Puzzle()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aHintThatWasBeingLookedUpIsLookedUpAgain() async throws {
    let board = Board.State(pieces: 3, isAsking: true)
    let saved = Puzzle.State(routes: [
      .root(.board(board), embedInNavigationView: true), .cover(.password),
    ])
    let archive = try puzzleArchive.encode(saved)

    let store = makeStore(Puzzle.State().routes)
    await store.send(.restoration(.restore(archive))) {
      $0.routes = [.root(.board(board), embedInNavigationView: true)]
    }
    let root = store.state.routes[0].id
    await store.receive(\.restoration.restored)
    await store.receive(\.router[id: root].board.hintButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.router[id: root].board.hintFound) {
      $0.routes[0].screen.modify(\.board) {
        $0.isAsking = false
        $0.hint = "Begin with the corners."
      }
    }
    await store.send(\.router[id: root].board.pieceTapped) {
      $0.routes[0].screen.modify(\.board) { $0.pieces = 4 }
    }
  }

  @Test func aDamagedArchiveLeavesTheStackAsItIs() async throws {
    var archive = try puzzleArchive.encode(Puzzle.State())
    archive[archive.count - 1] ^= 1
    let store = makeStore(Puzzle.State().routes)
    await store.send(.restoration(.restore(archive)))
    await store.receive(\.restoration.failed, .damaged) {
      $0.notice = "The archive is damaged: its checksum or its length is wrong."
    }
  }
}
