import DevChain

extension DevChainServer {
  /// Serves a chain at a free port for as long as a body runs.
  static func serving(
    _ chain: DevChain, _ work: (_ url: String) async throws -> Void
  ) async throws {
    let server = DevChainServer(chain: chain, port: 0)
    let ports = AsyncStream<UInt16>.makeStream()
    let serving = Task { try await server.run { ports.continuation.yield($0) } }
    for await port in ports.stream {
      do {
        try await work("http://127.0.0.1:\(port)")
      } catch {
        await server.stop()
        throw error
      }
      break
    }
    await server.stop()
    try await serving.value
  }
}
