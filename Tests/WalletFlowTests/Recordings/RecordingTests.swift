import Foundation
import Headrace
import HeadraceJournal
import TestEffort
import Testing
import WalletApp

@testable import Cookbook

/// Recordings of the wallet and of the cookbook, which today's code must replay.
///
/// `HEADRACE_RECORD=1` replaces them first.
@MainActor @Suite(.serialized) struct RecordingTests {
  private static func recordings() throws -> [Recording] {
    [
      try Recording("wallet") { WalletApp() },
      try Recording("CounterList") { CounterList() },
      try Recording("KitchenTimer") { KitchenTimer() },
      try Recording("Bookshelf") { Bookshelf() },
      try Recording("Pantry") { Pantry() },
      try Recording("Outline") { Outline() },
    ]
  }

  @Test func eachRecordingReplays() async throws {
    if Recording.isRecording {
      try await RecordedWallet.record(in: Recording.file("wallet"))
      try await RecordedRecipes.record()
    }
    for recording in try Self.recordings() {
      #expect(recording.actions.count >= 60, "\(recording.name)")
      let difference = try recording.difference()
      #expect(difference == nil, "\(recording.name): \(difference?.description ?? "")")
    }
  }

  @Test func aNewRecordingReplays() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try await RecordedWallet.record(in: file)
    let journal = try Journal<WalletApp.State, WalletApp.Action>(contentsOf: file)
    let difference = try journal.replays(on: WalletApp())
    #expect(difference == nil, "\(difference?.description ?? "")")
    #expect(journal.actions.count > 150)
  }

  /// Writes tests of random parts of the recordings, which `Scripts/written-tests.sh` then builds
  /// and runs.
  @Test(.enabled(if: Self.environment["HEADRACE_WRITTEN_TESTS"] != nil))
  func writesTestsOfRandomParts() throws {
    let count = try #require(Self.environment["HEADRACE_WRITTEN_TESTS"].flatMap { Int($0) })
    let seed = try #require(Self.environment["HEADRACE_SEED"].flatMap { UInt64($0) })
    var random = SplitMix(state: seed)
    let recordings = try Self.recordings()
    let parts = recordings.indices.flatMap { index in
      recordings[index].actions.flatMap { first in
        (0..<3).map { (recording: index, actions: first...(first + $0)) }
      }
    }
    .filter { recordings[$0.recording].actions.contains($0.actions.upperBound) }
    .shuffled(using: &random).prefix(count)
    try #require(parts.count == count, "there are \(parts.count) parts")
    for (index, recording) in recordings.enumerated() {
      let ranges = parts.filter { $0.recording == index }.map(\.actions)
      for start in stride(from: 0, to: ranges.count, by: 50) {
        let tests = try recording.tests(Array(ranges[start...].prefix(50)))
        let suite = "Written_\(recording.name)_\(start)"
        try joined(tests, suite: suite).write(
          to: Recording.folder.appending(path: "Written/\(suite).swift"), atomically: true,
          encoding: .utf8)
      }
    }
  }

  private nonisolated static var environment: [String: String] {
    ProcessInfo.processInfo.environment
  }
}
