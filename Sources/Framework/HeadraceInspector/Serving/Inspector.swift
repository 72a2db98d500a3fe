#if Inspector
  import Foundation
  public import Headrace
  package import HeadraceJournal
  import LocalServing
  import Synchronization

  /// Shows stores in a browser on this machine: their actions, states and effects over time, and
  /// lets a person go back in time, dispatch actions and continue from an earlier state.
  ///
  /// ```swift
  /// #if DEBUG
  ///   try await Inspector.serve(store)
  /// #endif
  /// ```
  ///
  /// It prints an address with a secret token: `http://127.0.0.1:49152/#4f1c…`. Only a page that
  /// was opened with it is answered. The inspector can do all that the program can, so only link
  /// this product to programs for developers.
  public final class Inspector: Sendable {
    /// The address to open in a browser. Who has it controls the stores.
    public let address: String

    let hub: InspectorHub
    private let server: LocalServer

    private init(address: String, hub: InspectorHub, server: LocalServer) {
      (self.address, self.hub, self.server) = (address, hub, server)
    }

    /// Serves a store on 127.0.0.1, until ``stop()`` or the end of the program.
    ///
    /// - Parameters:
    ///   - store: The store that `Store(initialState:)` made. Its last 100,000 actions are recorded
    ///     from now on. The store is not kept alive, but its actor is.
    ///   - name: What the page calls it; by default, the name of its feature.
    ///   - port: The port; 0 takes any that is free.
    ///   - announce: Called with a line that has the address; by default, it is written to
    ///     standard error.
    ///   - isolation: The store's actor.
    /// - Throws: ``InspectorFailure`` if the port is taken, or it is a child store.
    @discardableResult
    public static func serve<State, Action>(
      _ store: Store<State, Action>, name: String? = nil, port: UInt16 = 0,
      announce: @Sendable (_ line: String) -> Void = writeToStandardError,
      isolation: isolated any Actor = #isolation
    ) async throws -> Inspector {
      let hub = InspectorHub()
      try hub.add(store, name: name, isolation: isolation)
      return try await serve(hub, port: port, announce: announce)
    }

    /// Serves the store of a `StoreActor`.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - name: What the page calls it; by default, the name of its feature.
    ///   - port: The port; 0 takes any that is free.
    /// - Throws: ``InspectorFailure`` if the port is taken.
    @discardableResult
    public static func serve<State: Sendable, Action: Sendable>(
      _ store: StoreActor<State, Action>, name: String? = nil, port: UInt16 = 0
    ) async throws -> Inspector {
      let hub = InspectorHub()
      try await store.withStore { owner, store in
        try hub.add(store, name: name, isolation: owner)
      }
      return try await serve(hub, port: port, announce: writeToStandardError)
    }

    /// Shows one more store beside the others.
    ///
    /// - Parameters:
    ///   - store: The store that `Store(initialState:)` made.
    ///   - name: What the page calls it; by default, the name of its feature.
    ///   - isolation: The store's actor.
    /// - Throws: ``InspectorFailure`` if it is a child store.
    public func add<State, Action>(
      _ store: Store<State, Action>, name: String? = nil,
      isolation: isolated any Actor = #isolation
    ) throws {
      try hub.add(store, name: name, isolation: isolation)
    }

    /// Shows a journal of a file, without the code of its feature.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - name: What the page calls it.
    ///   - port: The port; 0 takes any that is free.
    ///   - announce: Called with a line that has the address.
    /// - Throws: ``InspectorFailure`` if the port is taken.
    package static func serve(
      _ journals: [(name: String, journal: JournalFile)], port: UInt16 = 0,
      announce: @Sendable (_ line: String) -> Void = writeToStandardError
    ) async throws -> Inspector {
      let hub = InspectorHub()
      for (name, journal) in journals { await JournalActor().add(journal, name: name, to: hub) }
      return try await serve(hub, port: port, announce: announce)
    }

    /// Closes all connections, and detaches from the stores; those that are held continue.
    public func stop() async {
      await hub.end()
      await server.stop()
    }

    /// Writes a line to standard error.
    @Sendable public static func writeToStandardError(_ line: String) {
      FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    private static func serve(
      _ hub: InspectorHub, port: UInt16, announce: @Sendable (String) -> Void
    ) async throws -> Inspector {
      let token = InspectorPage.makeToken()
      let server = LocalServer(
        port: port, limits: ServingLimits(bodyBytesMax: 0),
        socket: InspectorPage.socket(of: hub, token: token)
      ) { request in InspectorPage.answer(request) }
      let (ports, continuation) = AsyncThrowingStream.makeStream(of: UInt16.self)
      Task {
        do {
          try await server.run { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      var reason = "The inspector's server could not start."
      do {
        for try await port in ports {
          let address = "http://127.0.0.1:\(port)/#\(token)"
          announce("Inspector: \(address)")
          return Inspector(address: address, hub: hub, server: server)
        }
      } catch LocalServer.StartFailure.portNotAvailable(let port) {
        reason = "Port \(port) is taken: choose another one, or 0 for any."
      } catch {
        reason += " \(error)"
      }
      // It could not start, or the caller was cancelled.
      await hub.end()
      await server.stop()
      throw InspectorFailure(reason)
    }
  }

  /// An actor for a journal that is only looked at.
  private actor JournalActor {
    func add(_ journal: JournalFile, name: String, to hub: InspectorHub) {
      _ = hub.add(isolation: self) { FileHost(FileStore(journal, name: name, id: $0)) }
    }
  }
#else
  #error(
    "HeadraceInspector needs the package trait 'Inspector': traits: [\"Macros\", \"Inspector\"]")
#endif
