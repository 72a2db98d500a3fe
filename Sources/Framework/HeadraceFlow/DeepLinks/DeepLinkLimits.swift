/// The limits of a link. A link can come from anywhere, so everything in it is bounded.
///
/// A larger link is refused before it is read any further.
public struct DeepLinkLimits: Hashable, Sendable {
  /// The length of the whole URL, in bytes of UTF-8.
  public var byteCountMax: Int

  /// How many segments its path may have.
  public var segmentCountMax: Int

  /// How many items its query may have.
  public var queryItemCountMax: Int

  /// How many routes the link's stack may have, including its root.
  public var routeCountMax: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - byteCountMax: The length of the whole URL, in bytes of UTF-8.
  ///   - segmentCountMax: How many segments its path may have.
  ///   - queryItemCountMax: How many items its query may have.
  ///   - routeCountMax: How many routes the link's stack may have, including its root.
  public init(
    byteCountMax: Int = 2_048, segmentCountMax: Int = 32, queryItemCountMax: Int = 32,
    routeCountMax: Int = 16
  ) {
    self.byteCountMax = byteCountMax
    self.segmentCountMax = segmentCountMax
    self.queryItemCountMax = queryItemCountMax
    self.routeCountMax = routeCountMax
  }
}
