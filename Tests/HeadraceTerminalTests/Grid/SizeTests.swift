import HeadraceTerminal
import Testing

@Suite
struct SizeTests {
  @Test
  func negativeExtentsCountAsNone() {
    #expect(Size(columns: -1, rows: -1) == Size(columns: 0, rows: 0))
    #expect(Size(columns: 80, rows: 24).columns == 80)
  }
}
