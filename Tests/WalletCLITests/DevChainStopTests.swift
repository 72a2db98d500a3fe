import Foundation
import TestEffort
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The end of development servers while they compute, and their messages in the form for programs.
///
/// A server that does not stop computes for hours.
@Suite(.serialized, .timeLimit(.minutes(30))) struct DevChainStopTests {
  /// A chain that computes the first of a batch of a thousand requests for 100,000 blocks.
  private struct Computing {
    let process: WalletProcess
    let answer: Task<String, any Error>

    init(_ options: [String], home: TemporaryHome) async throws {
      process = try WalletProcess(
        ["--port", "0"] + options, of: "devchain", home: home, watching: .stdout)
      var pieces = process.pieces.makeAsyncIterator()
      let line = try #require(await pieces.next())
      let match = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/))
      let url = try #require(URL(string: String(match.output)))
      let before = try Self.processorTicks(process.id)
      answer = Task {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        let mining = #"{"jsonrpc":"2.0","id":1,"method":"evm_mine","params":["0x186a0"]}"#
        let batch = [String](repeating: mining, count: 1_000).joined(separator: ",")
        request.httpBody = Data("[\(batch)]".utf8)
        return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
      }
      // Half a second of a processor is more than reading the batch takes.
      while try Self.processorTicks(process.id) < before + 50 { await Task.yield() }
    }

    /// Returns the time that the process has computed, in hundredths of a second.
    private static func processorTicks(_ id: Int32) throws -> Int {
      let text = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
      // After the name in parentheses, user time is the 12th field, and system time the next.
      let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
      return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
    }
  }

  #if os(Linux)
    /// One batch made it compute for hours.
    ///
    /// SIGTERM did not end it if blocks come at intervals, or if the chain is saved. It computes
    /// for seconds, so the short form is without it.
    @Test(.disabled(if: Effort.isShort)) func aSignalEndsAChainThatComputes() async throws {
      let home = try TemporaryHome()
      let path = home.materialPath + "/chain.json"
      let computing = try await Computing(
        ["--state", path, "--block-time", "3600"], home: home)
      computing.process.signal(SIGTERM)
      let outcome = try await computing.process.outcome()
      #expect(outcome == .init(status: 0, stdout: "", stderr: ""))
      // The mined blocks are saved.
      #expect(FileManager.default.fileExists(atPath: path))
      _ = await computing.answer.result
    }

    @Test(arguments: Effort.cases([SIGTERM, SIGINT]))
    func theSecondSignalEndsItImmediately(number: Int32) async throws {
      let home = try TemporaryHome()
      defer { withExtendedLifetime(home) {} }
      let computing = try await Computing([], home: home)
      computing.process.signal(SIGTERM)
      // Two pending signals of one kind are one, so the first must be received before the second is
      // sent. Nothing is awaited: beside other tests that could outlast the computation.
      while try Self.isPending(SIGTERM, computing.process.id) {}
      computing.process.signal(number)
      #expect(try await computing.process.outcome().status == -number)
      _ = await computing.answer.result
    }

    private static func isPending(_ number: Int32, _ id: Int32) throws -> Bool {
      let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
      let match = try #require(status.firstMatch(of: /ShdPnd:\s+([0-9a-f]+)/))
      return (UInt64(match.1, radix: 16) ?? 0) & (1 << UInt64(number - 1)) != 0
    }
  #endif

  // MARK: - For Programs

  private func json(
    _ status: Int, _ cause: String, _ message: String, isRetryable: Bool
  ) -> WalletProcess.Outcome {
    .init(
      status: Int32(status), stdout: "",
      stderr: """
        {"code":\(status),"cause":"\(cause)","message":"\(message)","retryable":\(isRetryable)}

        """)
  }

  /// These were sentences for people.
  @Test(arguments: ["serve", "session"])
  func aPortThatIsTakenIsAnObject(command: String) async throws {
    let home = try TemporaryHome()
    let process = try WalletProcess(["--port", "0"], of: "devchain", home: home, watching: .stdout)
    var pieces = process.pieces.makeAsyncIterator()
    let line = try #require(await pieces.next())
    let port = try #require(line.firstMatch(of: /127\.0\.0\.1:(\d+)/)).1
    let outcome = try await WalletProcess.run(
      [command, "--port", String(port), "--json"], of: "devchain", home: home)
    let message =
      "can't listen on port \(port) of 127.0.0.1; expected a free port that you may use (choose"
      + " with --port; 0 takes any)"
    #expect(outcome == json(75, "tryAgain", message, isRetryable: true))
    process.signal(SIGTERM)
    #expect(try await process.outcome().status == 0)
  }

  @Test func aFileThatIsNotTheChainsIsAnObject() async throws {
    let home = try TemporaryHome()
    let path = home.materialPath + "/chain.json"
    try Data(#"{"a":1}"#.utf8).write(to: URL(filePath: path))
    let damaged = try await WalletProcess.run(
      ["--port", "0", "--json", "--state", path], of: "devchain", home: home)
    #expect(
      damaged
        == json(
          1, "refused",
          "\(path) can't be read as a chain: expected a chain that 'devchain --state' wrote. It"
            + " was left as it is", isRetryable: false))
    try FileManager.default.removeItem(atPath: path)
    let process = try WalletProcess(
      ["--port", "0", "--state", path], of: "devchain", home: home, watching: .stdout)
    var pieces = process.pieces.makeAsyncIterator()
    _ = await pieces.next()
    process.signal(SIGTERM)
    #expect(try await process.outcome().status == 0)
    let other = try await WalletProcess.run(
      ["--port", "0", "--json", "--state", path, "--chain-id", "5"], of: "devchain", home: home)
    #expect(
      other
        == json(
          64, "usage", "the file has the chain 31337, --chain-id says 5; expected the same",
          isRetryable: false))
  }
}
