#if Durable
  import Foundation
  import Headrace
  import HeadraceTesting
  import Testing

  @testable import HeadraceDurable

  /// A program with many entities that is killed from outside, again and again, under load.
  ///
  /// `HEADRACE_KILLS` sets the number of kills. The killed program is this one, with another test.
  @Suite struct KillTests {
    private static let entityCount = 200
    private static let senderCount = 8
    /// The maximum number of acknowledged actions after which a program is killed.
    private static let actionCountMax = 400

    private static func variable(_ name: String) -> String? {
      ProcessInfo.processInfo.environment[name]
    }

    private static func makeRuntime(_ path: String) async throws -> DurableRuntime {
      var limits = DurableLimits()
      limits.lease = .seconds(1)
      limits.searchInterval = .milliseconds(200)
      return try await DurableRuntime(journal: .sqlite(path: path), limits: limits) {
        DurableFeature("cell", initialState: { Cell.State(version: 1) }) {
          Cell(version: 1)
        } withDependencies: {
          // Some entities have done nothing but wait when their program is killed.
          $0.service.call = { _ in try await Task.sleep(for: .milliseconds(.random(in: 0...900))) }
        }
      }
    }

    @Test(
      .enabled(if: variable("HEADRACE_KILLS") != nil, "Set HEADRACE_KILLS=40 to run it."),
      .timeLimit(.minutes(60)))
    func killsFromOutsideSetNothingAsideAndLoseNothing() async throws {
      let folder = FileManager.default.temporaryDirectory
        .appending(path: "headrace-kills-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let path = folder.appending(path: "cells.db").path
      let killCount = Int(Self.variable("HEADRACE_KILLS") ?? "") ?? 0
      var acknowledged: [String: EntityID] = [:]
      for run in 1...killCount {
        let count = Int.random(in: 0...Self.actionCountMax)
        acknowledged.merge(try kill(after: count, path, run)) { first, _ in first }
      }
      let last = try await Self.makeRuntime(path)
      try await rest(last)
      #expect(try await last.journal.entities(status: .aside).map(\.id) == [])
      var (applied, doubled) = (0, 0)
      for number in 1...Self.entityCount {
        let id = EntityID("cell", "\(number)")
        let log = try await last.state(of: id, as: Cell.State.self)?.log ?? []
        let tokens = log.compactMap { $0.hasPrefix("do ") ? String($0.dropFirst(3)) : nil }
        doubled += tokens.count - Set(tokens).count
        applied += Set(tokens).count { acknowledged[$0] == id }
        let answers = log.filter { $0.hasPrefix("answer ") }
        #expect(answers.count == log.count { $0.hasPrefix("ask ") }, "\(id)")
      }
      print("\(killCount) kills, \(acknowledged.count) acknowledged, \(applied) applied")
      #expect(applied == acknowledged.count)
      #expect(doubled == 0)
      await last.stop()
    }

    /// Returns when nothing waits, or something was set aside.
    private func rest(_ runtime: DurableRuntime) async throws {
      while let journal = runtime.journal.journal as? SQLJournal {
        let waiting = SQLStatement(
          """
          SELECT (SELECT COUNT(*) FROM headrace_message)
          + (SELECT COUNT(*) FROM headrace_entity WHERE active > 0) AS waiting,
          (SELECT COUNT(*) FROM headrace_entity WHERE status <> 'ready') AS aside
          """)
        let row = try await journal.database.transaction { try $0.run([waiting]) }[0].rows[0]
        if row[0].integer == 0 || row[1].integer != 0 { return }
        // The time limit cancels it.
        try Task.checkCancellation()
        await Task.yield()
      }
    }

    /// Starts the program, kills it, and returns what it acknowledged.
    private func kill(after count: Int, _ path: String, _ run: Int) throws -> [String: EntityID] {
      let (process, output) = (Process(), Pipe())
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["--testing-library", "swift-testing", "--filter", "KillTests/sends"]
      process.environment = ProcessInfo.processInfo.environment
        .merging(["HEADRACE_KILLED": path, "HEADRACE_RUN": "\(run)"]) { $1 }
      process.environment?["HEADRACE_KILLS"] = nil
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var text = Data()
      var lineCount = 0
      while lineCount <= count {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += data
        lineCount += data.count { $0 == UInt8(ascii: "\n") }
      }
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      text += output.fileHandleForReading.readDataToEndOfFile()
      let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
      let pairs = lines.compactMap { line in
        let words = line.split(separator: " ").map(String.init)
        return words.count == 3 && words[0] == "acknowledged" ? (words[1], EntityID(words[2])) : nil
      }
      return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test(.enabled(if: variable("HEADRACE_KILLED") != nil, "The other test starts it."))
    func sends() async throws {
      let runtime = try await Self.makeRuntime(try #require(Self.variable("HEADRACE_KILLED")))
      let run = try #require(Self.variable("HEADRACE_RUN"))
      await withTaskGroup { group in
        for sender in 1...Self.senderCount {
          group.addTask {
            for number in 1... {
              let token = "\(run).\(sender).\(number)"
              await Self.send(token, kind: number % 3, runtime)
            }
          }
        }
      }
    }

    private static func send(_ token: String, kind: Int, _ runtime: DurableRuntime) async {
      func anyID() -> EntityID { EntityID("cell", "\(Int.random(in: 1...entityCount))") }
      let id = anyID()
      let action: Cell.Action =
        switch kind {
        case 0: .asked(token, policy: "restart", seconds: 0)
        case 1: .forwarded(token, to: [anyID()], hops: 0)
        default: .noted(token, version: 1)
        }
      do {
        try await runtime.send(action, to: id)
        FileHandle.standardOutput.write(Data("acknowledged \(token) \(id)\n".utf8))
      } catch {
        FileHandle.standardOutput.write(Data("refused \(token) \(error)\n".utf8))
      }
    }
  }
#endif
