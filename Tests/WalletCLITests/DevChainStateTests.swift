import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A development chain that is stopped and started again.
@Suite(.serialized) struct DevChainStateTests {
  private static func call(_ method: String, url: URL) async throws -> String {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#.utf8)
    return String(decoding: try await URLSession.shared.data(for: request).0, as: UTF8.self)
  }

  /// Runs the chain, until SIGTERM.
  private static func running(
    _ options: [String], home: TemporaryHome, after setUp: String? = nil,
    _ body: (URL) async throws -> Void
  ) async throws {
    let process = try WalletProcess(
      ["--port", "0"] + options, of: "devchain", home: home, watching: .stdout, after: setUp)
    var pieces = process.pieces.makeAsyncIterator()
    let line = try #require(await pieces.next())
    let match = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:\d+/))
    try await body(try #require(URL(string: String(match.output))))
    process.signal(SIGTERM)
    #expect(try await process.outcome() == .init(status: 0, stdout: "", stderr: ""))
  }

  @Test func aStoppedChainContinuesWhereItWas() async throws {
    let home = try TemporaryHome()
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "headrace-chain-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "chain.json").path
    try await Self.running(["--state", path], home: home) { url in
      for _ in 0..<3 { _ = try await Self.call("evm_mine", url: url) }
      // Only one process may serve a chain.
      let second = try await WalletProcess.run(
        ["--port", "0", "--state", path], of: "devchain", home: home)
      #expect(
        second
          == .init(
            status: 1, stdout: "",
            stderr: """
              devchain: \(path) is in use by another 'devchain'; expected a file of its own for each

              """))
    }
    try await Self.running(["--state", path], home: home) { url in
      let answer = try await Self.call("eth_blockNumber", url: url)
      #expect(
        answer
          == #"{"id":1,"jsonrpc":"2.0","result":"0x3"}"#)
    }
  }

  /// Web pages from other origins may call if the owner of the chain has named them.
  @Test func anOriginThatIsNamedMayCallAndNoOther() async throws {
    let named = "https://app.example"
    let options = ["--cors-origin", named]
    try await Self.running(options, home: try TemporaryHome()) { url in
      for (origin, status) in [(named, 200), ("https://other.example", 403)] {
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue(origin, forHTTPHeaderField: "Origin")
        request.httpBody = Data(#"{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}"#.utf8)
        let answer = try await URLSession.shared.data(for: request).1
        let response = try #require(answer as? HTTPURLResponse)
        #expect(response.statusCode == status)
        let allowed = response.value(forHTTPHeaderField: "Access-Control-Allow-Origin")
        #expect(allowed == (status == 200 ? named : nil))
      }
    }
  }

  /// 200 connections ended the chain if a process could have only 100 files open.
  @Test func moreConnectionsThanFilesMayBeOpenEndNothing() async throws {
    try await Self.running([], home: try TemporaryHome(), after: "ulimit -n 100") { url in
      let port = try #require(url.port.flatMap(UInt16.init(exactly:)))
      let clients = try (0..<200).map { _ in try Connection(port: port) }
      defer { withExtendedLifetime(clients) {} }
      for _ in 0..<3 {
        #expect(
          try await Self.call("eth_chainId", url: url)
            == #"{"id":1,"jsonrpc":"2.0","result":"0x7a69"}"#)
      }
    }
  }

  /// A connection that sends nothing, closed with its last copy.
  private final class Connection {
    private let descriptor: Int32

    init(port: UInt16) throws {
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard status == 0 else { throw PseudoTerminal.Unavailable(errorNumber: errno) }
    }

    deinit { close(descriptor) }
  }

  @Test func aFileThatIsNotAChainIsLeftUnchanged() async throws {
    let home = try TemporaryHome()
    let file = FileManager.default.temporaryDirectory
      .appending(path: "headrace-chain-\(UUID().uuidString).json")
    try Data(#"{"a":1}"#.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try await WalletProcess.run(
      ["--port", "0", "--state", file.path], of: "devchain", home: home)
    #expect(
      outcome
        == .init(
          status: 1, stdout: "",
          stderr: """
            devchain: \(file.path) can't be read as a chain: expected a chain that 'devchain --state' \
            wrote. It was left as it is

            """))
    #expect(try String(contentsOf: file, encoding: .utf8) == #"{"a":1}"#)
  }
}
