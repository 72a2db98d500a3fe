/// The extent of a screen or of a part of one, in cells.
public struct Size: Hashable, Sendable {
  /// The number of columns; at least 0.
  public var columns: Int
  /// The number of rows; at least 0.
  public var rows: Int

  /// Creates a size from columns and rows; a negative number counts as 0.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
