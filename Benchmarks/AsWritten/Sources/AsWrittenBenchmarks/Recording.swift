import BenchmarkSupport
import Foundation
import Headrace
import HeadraceJournal

/// The feature whose actions are recorded, as an author writes it.
///
/// It has a date, and types that can be decoded.
@Reducer
struct Recorded {
  @ObservableState
  struct State: Equatable, Codable {
    var count = 0
    var title = "Untitled"
    var changedAt: Date?
  }

  enum Action: Codable {
    case incrementButtonTapped
    case titleChanged(String)
  }

  @Dependency(\.date) var date

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .incrementButtonTapped:
        state.count &+= 1
        return .none
      case .titleChanged(let title):
        state.title = title
        state.changedAt = date.now
        return .none
      }
    }
  }
}

extension StoreOwner {
  private static let actionCount = 1_000_000
  private static let title = "A title that is too long for a string to hold in itself"

  /// Measures the cost of recording.
  func recording() async {
    let bare = makeStore()
    let floor = Floor("not recorded") { count in
      for _ in 0..<count { bare.send(.incrementButtonTapped) }
    }
    let watched = makeStore()
    let recorder = JournalRecorder(watched)
    let target = Target.nanoseconds(1_000)
    await bench.row(
      "record an action", size: "in memory", target: target, floor: floor,
      without: { count in await floor(times: count) }
    ) { count in
      for _ in 0..<count { watched.send(.incrementButtonTapped) }
    }
    let title = Floor("not recorded") { count in
      for _ in 0..<count { bare.send(.titleChanged(Self.title)) }
    }
    await bench.row(
      "record an action", size: "in memory, a String and a date", target: target, floor: title,
      without: { count in await title(times: count) }
    ) { count in
      for _ in 0..<count { watched.send(.titleChanged(Self.title)) }
    }
    recorder.stop()
    for writesDifferences in [true, false] {
      let size = writesDifferences ? "in a file, with differences" : "in a file"
      guard bench.wants("record an action (\(size))") else { continue }
      let file = temporaryFile()
      defer { try? FileManager.default.removeItem(at: file) }
      let store = makeStore()
      var options = JournalFileOptions()
      options.writesDifferences = writesDifferences
      options.fileCountMax = 1
      guard let recorder = try? JournalRecorder(store, file: file, options: options) else {
        preconditionFailure("A journal was not made.")
      }
      await bench.row("record an action", size: size, floor: floor) { count in
        for _ in 0..<count { store.send(.incrementButtonTapped) }
      }
      recorder.stop()
    }
  }

  /// Measures the cost of reading a large journal.
  func replaying() async {
    guard bench.mode == .time, bench.wants("journal of 1,000,000 actions") else { return }
    let file = temporaryFile()
    defer { try? FileManager.default.removeItem(at: file) }
    record(to: file)
    let byteCount = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size]) as? Int
    precondition((byteCount ?? .max) <= 100_000_000, "10⁶ actions took \(byteCount ?? 0) bytes.")
    let floor = Floor("read its bytes") { count in
      for _ in 0..<count {
        let data = (try? Data(contentsOf: file)) ?? Data()
        blackHole(data.count { $0 == UInt8(ascii: "\n") })
      }
    }
    await bench.row(
      "journal of 1,000,000 actions", size: "open", target: .nanoseconds(1e9), floor: floor
    ) { count in
      for _ in 0..<count { blackHole(try? JournalFile(contentsOf: file).eventCount) }
    }
    guard let journal = try? Journal<Recorded.State, Recorded.Action>(contentsOf: file) else {
      preconditionFailure("A journal can't be read.")
    }
    let replay = Replay(journal) { Recorded() }
    var generator = SystemRandomNumberGenerator()
    await bench.row(
      "journal of 1,000,000 actions", size: "jump anywhere", target: .nanoseconds(2e7), floor: floor
    ) { count in
      for _ in 0..<count {
        let number = Int.random(in: journal.actions, using: &generator)
        guard let state = try? replay.state(after: number), state.count == number else {
          preconditionFailure("A replay gave another state after action \(number).")
        }
      }
    }
  }

  private func record(to file: URL) {
    let store = makeStore()
    var options = JournalFileOptions()
    options.fileByteCountMax = .max
    guard let recorder = try? JournalRecorder(store, file: file, options: options) else {
      preconditionFailure("A journal was not made.")
    }
    for _ in 0..<Self.actionCount { store.send(.incrementButtonTapped) }
    recorder.stop()
  }

  private func makeStore() -> StoreOf<Recorded> {
    Store(initialState: Recorded.State()) { Recorded() }
  }

  private func temporaryFile() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "headrace-\(UUID()).jsonl")
  }
}
