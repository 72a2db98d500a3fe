import Foundation
import Testing

@testable import FeatureScaffold

/// The output of `swift package feature-graph`.
@Suite struct FeatureGraphTests {
  private func bench() throws -> Bench {
    let bench = try Bench()
    bench.context.targets[0].dependencies = ["Headrace"]
    try bench.write(
      "Sources/Shop/Basket.swift",
      """
      // @Reducer struct Ghost {}
      @Reducer
      public struct Basket {
        let text = "Payment {"
        var body: some ReducerOf<Self> {
          Scope(state: \\.row, action: \\.row) { Row() }
        }
      }

      @Reducer(state: .equatable)
      enum BasketScreen {
        case basket(Basket)
        case payment(Payment)
      }
      """)
    try bench.write(
      "Sources/Shop/Row.swift",
      """
      @Reducer struct Row { var id = 0 }
      @FlowCoordinator(screen: "BasketScreen")
      struct BasketFlow { var routes: [Route<BasketScreen.State>] = [] }
      @Reducer struct Payment {}
      struct Helper { var row: Row }
      """)
    return bench
  }

  @Test func mermaid() throws {
    let bench = try bench()
    #expect(
      try FeatureGraphCommand.run([], in: bench.context) == """
        graph TD
          m_Shop[Shop]
          m_Headrace[[Headrace]]
          m_Shop --> m_Headrace
          subgraph f_Shop[features of Shop]
            Basket(Basket)
            BasketFlow(BasketFlow)
            BasketScreen(BasketScreen)
            Payment(Payment)
            Row(Row)
          end
          Basket --> Row
          BasketFlow --> BasketScreen
          BasketScreen --> Basket
          BasketScreen --> Payment
        """)
  }

  @Test func dot() throws {
    let bench = try bench()
    let text = try FeatureGraphCommand.run(["--format", "dot"], in: bench.context)
    #expect(text.hasPrefix("digraph package {\n  rankdir=TB;\n"))
    #expect(text.contains("\n  \"Shop\" -> \"Headrace\";\n"))
    #expect(text.contains("\n  \"BasketScreen \" -> \"Payment \";\n"))
    #expect(text.hasSuffix("}"))
  }

  @Test(arguments: [
    (["--format", "svg"], "there is no format 'svg'; expected mermaid or dot"),
    (["Basket"], "'Basket' is one word too many (see --help)"),
  ])
  func meaninglessOptionsAreRejected(_ arguments: [String], _ text: String) throws {
    let bench = try bench()
    #expect(throws: OrderRefusal.usage(text)) {
      try FeatureGraphCommand.run(arguments, in: bench.context)
    }
  }
}
