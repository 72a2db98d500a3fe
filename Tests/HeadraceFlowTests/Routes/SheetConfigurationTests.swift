import Foundation
import HeadraceFlow
import Testing

@Suite("Sheets") struct SheetConfigurationTests {
  @Test func theNamedConfigurationsAreWhatTheirNamesSay() {
    #expect(SheetConfiguration.default.detents == [.fraction(1)])
    #expect(SheetConfiguration.half.detents == [.fraction(0.5)])
    #expect(SheetConfiguration.halfAndFull.detents == [.medium, .large])
    #expect(SheetConfiguration.automatic.detents == [.automatic])
    #expect(SheetConfiguration.default == SheetConfiguration())
    #expect(SheetConfiguration().showDragIndicator && SheetConfiguration().isDismissible)
  }

  @Test func theFirstDetentIsTheOneThatTheSheetOpensWith() {
    #expect(
      SheetConfiguration(detents: [.medium, .large])
        != SheetConfiguration(detents: [.large, .medium]))
  }

  /// Both sides of each boundary.
  @Test(arguments: [
    ([SheetDetent.fraction(.leastNonzeroMagnitude)], true), ([.fraction(0)], false),
    ([.fraction(1)], true), ([.fraction(1.0.nextUp)], false), ([.fraction(-0.5)], false),
    ([.fraction(.nan)], false), ([.fraction(.infinity)], false), ([.height(1)], true),
    ([.height(0)], false), ([.height(.max)], true), ([.automatic], true), ([], false),
    ([.medium, .large], true), ([.medium, .fraction(0.5)], false),
    ([.height(3), .height(3)], false),
  ])
  func detentsThatNoHostCanShowAreReportedAndNotTaken(detents: [SheetDetent], isTaken: Bool) throws
  {
    guard !isTaken else {
      #expect(SheetConfiguration(detents: detents).detents == detents)
      let data = try JSONEncoder().encode(SheetConfiguration(detents: detents))
      #expect(try JSONDecoder().decode(SheetConfiguration.self, from: data).detents == detents)
      return
    }
    withKnownIssue {
      #expect(SheetConfiguration(detents: detents).detents == [.automatic])
    } matching: {
      $0.comments.map(\.rawValue).joined()
        .contains("A sheet was configured with detents that no host can show")
    }
  }

  @Test func theReportNamesTheFlawAndTheRemedy() {
    withKnownIssue {
      _ = SheetConfiguration(detents: [.height(4), .fraction(1.5)])
    } matching: {
      $0.comments.map(\.rawValue).joined().contains(
        """
        A sheet was configured with detents that no host can show: fraction(1.5).

        A sheet has at least one detent, and none twice; a fraction is above 0 and at most 1, a \
        height at least 1. The sheet is as high as its content instead. Change the detents: \
        [height(4), fraction(1.5)].
        """)
    }
  }

  @Test(arguments: [
    #"{"detents": [], "showDragIndicator": true, "isDismissible": true}"#,
    #"{"detents": [{"fraction": 1.1}], "showDragIndicator": true, "isDismissible": true}"#,
    #"{"detents": [{"height": 0}], "showDragIndicator": true, "isDismissible": true}"#,
    #"{"detents": [{"height": 2}, {"height": 2}], "showDragIndicator":true, "isDismissible":true}"#,
    #"{"detents": [{}], "showDragIndicator": true, "isDismissible": true}"#,
    #"{"detents": [{"automatic": false}], "showDragIndicator": true, "isDismissible": true}"#,
    #"{"detents": [{"automatic": true}], "isDismissible": true}"#,
    #"{"detents":[{"fraction":0.5,"height":3}],"showDragIndicator":true,"isDismissible":true}"#,
    #"{"detents":[{"automatic":true,"height":3}],"showDragIndicator":true,"isDismissible":true}"#,
  ])
  func damagedConfigurationsAreRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SheetConfiguration.self, from: Data(json.utf8))
    }
  }
}
