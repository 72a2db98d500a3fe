import Foundation
import Headrace
import HeadraceDurable
import Hummingbird
import ServiceLifecycle

/// The order service: `orders [DATABASE [PORT [BANK-MILLISECONDS [BANK-FILE]]]]`.
@main
struct Program {
  /// An SQLite file, or the URL of a PostgreSQL database.
  var database = "orders.db"
  var port = 8080
  /// The time that the bank takes to answer.
  var bankTime = Duration.seconds(1)
  var bankFile: String?

  private var isPostgres: Bool {
    database.hasPrefix("postgres://") || database.hasPrefix("postgresql://")
  }

  static func main() async {
    do {
      try await Program(CommandLine.arguments.dropFirst()).run()
    } catch {
      FileHandle.standardError.write(Data("orders: \(error)\n".utf8))
      exit(1)
    }
  }

  init(_ arguments: some Collection<String>) throws {
    let arguments = Array(arguments)
    guard arguments.count <= 4 else { throw Usage() }
    if let path = arguments.first { database = path }
    if arguments.count > 1 {
      guard let number = UInt16(arguments[1]) else { throw Usage() }
      port = Int(number)
    }
    if arguments.count > 2 {
      guard let milliseconds = UInt16(arguments[2]) else { throw Usage() }
      bankTime = .milliseconds(Int(milliseconds))
    }
    if arguments.count > 3 { bankFile = arguments[3] }
  }

  func run() async throws {
    let journal: DurableJournal =
      isPostgres ? try .postgres(database) : try .sqlite(path: database)
    let bank = try FileBank(
      path: bankFile ?? (isPostgres ? "orders.bank" : database + ".bank"), time: bankTime)
    var limits = DurableLimits()
    // If a program ends without releasing its entities, the next one continues them after this
    // time.
    limits.lease = .seconds(3)
    limits.overflow = .refuse
    let runtime = try await DurableRuntime(journal: journal, limits: limits) {
      DurableFeature("order", initialState: Order.State.init) { Order() }
      DurableFeature("payment", initialState: Payment.State.init) {
        Payment()
      } withDependencies: {
        $0.bank = bank.client
      }
      DurableFeature("stock", initialState: Stock.State.init) { Stock() }
    }
    let application = Application(
      router: OrderAPI(runtime: runtime).router,
      configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: "orders"),
      services: [RuntimeService(runtime: runtime)],
      onServerRunning: { channel in
        announce(port: channel.localAddress?.port ?? port)
      })
    try await application.runService()
  }

  private func announce(port: Int) {
    let address = "http://127.0.0.1:\(port)"
    print(
      """
      Orders are taken at \(address), and kept in \(isPostgres ? "PostgreSQL" : database). Ctrl-C ends the program.
      Try, in another terminal:
        curl -d '{"items":[{"product":"book","count":2}]}' \(address)/orders
        curl \(address)/stock
      """)
    // A script that waits for the line can now read it.
    fflush(nil)
  }
}

private struct Usage: Error, CustomStringConvertible {
  let description = "Usage: orders [DATABASE [PORT [BANK-MILLISECONDS [BANK-FILE]]]]"
}

/// Hands the entities over when the program is asked to end, after the server has stopped.
private struct RuntimeService: Service {
  let runtime: DurableRuntime

  func run() async throws {
    try await gracefulShutdown()
    await runtime.stop()
  }
}
