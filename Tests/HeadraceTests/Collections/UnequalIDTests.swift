import Headrace
import Testing

/// Ids that do not equal themselves, such as `.nan`.
@Suite struct UnequalIDTests {
  private struct Row: Identifiable {
    var id: Double
    var n = 0
  }

  private struct Computed: Identifiable {
    var key: Double
    var n = 0
    var id: Double { key }
  }

  private func reported(_ body: () -> Void) {
    withKnownIssue(isIntermittent: false) {
      body()
    } matching: { issue in
      let text = "\(issue)"
      return text.contains("with an id that does not equal itself: nan.")
        && text.contains("not '.nan' but, for example, a 'UUID' or an integer.")
    }
  }

  @Test func anInsertedElementIsReportedAndCanBeChangedByItsPosition() {
    var rows: IdentifiedArrayOf<Row> = []
    reported { rows.append(Row(id: .nan)) }
    rows[0].n = 3
    #expect(rows[0].n == 3)
    #expect(rows[id: .nan] == nil)
    reported { rows.updateOrAppend(Row(id: .nan)) }
    reported { rows.updateOrInsert(Row(id: .nan), at: 0) }
    reported { rows.insert(Row(id: .nan), at: 1) }
    reported { rows[id: .nan] = Row(id: .nan) }
    #expect(rows.count == 5)
    for index in rows.indices { rows[index].n += 1 }
    #expect(rows.map(\.n) == [1, 1, 4, 1, 1])
    reported { rows.update(Row(id: .nan, n: 9), at: 0) }
    #expect(rows[0].n == 9)
  }

  @Test("Law 15: the report names the author's line")
  func theReportNamesTheLine() async {
    var rows: IdentifiedArrayOf<Row> = []
    let line = #line + 2
    let reports = await reports {
      rows.append(Row(id: .nan))
      rows.insert(Row(id: .nan), at: 0)
      rows.updateOrAppend(Row(id: .nan))
      rows.updateOrInsert(Row(id: .nan), at: 0)
    }
    #expect(reports.map(\.line) == (0..<4).map { line + $0 })
    #expect(Set(reports.map(\.fileID)) == ["HeadraceTests/UnequalIDTests.swift"])
  }

  @Test func anArrayOfSuchElementsIsReported() {
    var rows: IdentifiedArrayOf<Row> = []
    reported { rows = [Row(id: 1), Row(id: .nan)] }
    rows[1].n = 2
    #expect(rows[1].n == 2)
    reported { rows = IdentifiedArray([Row(id: .nan)]) { first, _ in first } }
    #expect(rows.count == 1)
    var computed: IdentifiedArrayOf<Computed> = []
    reported { computed = [Computed(key: .nan)] }
    computed[0].n = 2
    #expect(computed[0].n == 2)
  }
}
