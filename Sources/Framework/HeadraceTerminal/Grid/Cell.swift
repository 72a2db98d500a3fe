/// The content of one cell of a grid.
///
/// A cell contains one Unicode scalar, or the index of a longer grapheme cluster that its grid
/// keeps. So a grid is one block of memory, and two grids are compared without comparing strings.
struct Cell: Equatable, Sendable {
  /// A scalar, ``continuation``, or the index of a cluster with the most significant bit set.
  var glyph: UInt32
  var style: Style

  /// The right half of a wide cell.
  static let continuation: UInt32 = 0x7FFF_FFFF
  private static let clusterBit: UInt32 = 0x8000_0000

  static let blank = Cell(glyph: 0x20, style: .plain)

  /// The index of the cluster; `nil` if the glyph is not a cluster.
  var cluster: Int? {
    glyph & Self.clusterBit == 0 ? nil : Int(glyph & ~Self.clusterBit)
  }

  var isContinuation: Bool { glyph == Self.continuation }

  static func cluster(at place: Int) -> UInt32 { clusterBit | UInt32(place) }
}
