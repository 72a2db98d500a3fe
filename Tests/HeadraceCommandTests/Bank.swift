import Foundation
import Headrace
import HeadraceJournal
import Synchronization
import Testing

@testable import HeadraceCommand

/// A feature whose journals are inspected.
@Reducer struct Bank {
  struct State: Equatable, Codable {
    var balance = 0
    var owner = Owner(name: "Ada")
    var payments: [Payment] = []
  }

  struct Owner: Equatable, Codable {
    var name: String
  }

  struct Payment: Equatable, Codable {
    var amount: Int
    var isDone = false
  }

  enum Action: Equatable, Codable {
    case deposit(Int)
    case pay(Int)
    case paid(index: Int)
    case rename(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .deposit(let amount):
        state.balance += amount
        return .none
      case .pay(let amount):
        state.payments.append(Payment(amount: amount))
        let index = state.payments.count - 1
        return .run(name: "transfer") { send in await send(.paid(index: index)) }
      case .paid(let index):
        state.balance -= state.payments[index].amount
        state.payments[index].isDone = true
        return .none
      case .rename(let name):
        state.owner.name = name
        return .none
      }
    }
  }
}

/// A journal in a test's file, with the times replaced by the numbers of its lines.
final class BankJournal: Sendable {
  let folder: URL
  /// The path of the file.
  var path: String { folder.appending(path: "bank.jsonl").path }

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-command-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await Self.record(folder.appending(path: "bank.jsonl"))
    var number = 0
    try change { line in
      defer { number += 1 }
      return line.replacing(/"t":\d+/, with: "\"t\":\(number)")
        .replacing(/"ns":\d+/, with: "\"ns\":1").replacing(
          /"at":"[^"]*"/, with: "\"at\":\"Bank:1\"")
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @MainActor private static func record(_ file: URL) async throws {
    let store = Store(initialState: Bank.State()) { Bank() }
    let recorder = try JournalRecorder(store, file: file)
    store.send(.deposit(100))
    await store.send(.pay(30)).finish()
    store.send(.rename("은행 Ada"))
    await store.send(.pay(5)).finish()
    recorder.stop()
    #expect(store.balance == 65)
  }

  /// Changes the lines of the file.
  func change(_ body: (String) -> String) throws {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n").map { body(String($0)) + "\n" }
    try Data(lines.joined().utf8).write(to: URL(filePath: path))
  }

  /// Asks the command about the file.
  func ask(_ arguments: String...) async -> CommandAnswer {
    await CommandAnswer(["inspect", path] + arguments, hiding: path)
  }
}

/// The command's answer.
struct CommandAnswer {
  let status: Int32
  let output: String
  let errors: String

  /// Runs the command.
  ///
  /// - Parameter path: The path that is shown as `FILE`.
  init(_ arguments: [String], hiding path: String = "FILE") async {
    let written = Mutex<[UInt8]>([])
    let complaints = Mutex("")
    status = await HeadraceMain.run(
      arguments,
      CommandStreams { bytes in
        written.withLock { $0 += bytes }
      } complain: { line in
        complaints.withLock { $0 += line + "\n" }
      })
    output = String(decoding: written.withLock { $0 }, as: UTF8.self)
    errors = complaints.withLock { $0 }.replacing(path, with: "FILE")
  }
}
