/// The limits of a link, all of whose parts are bounded because it can come from anywhere.
///
/// A larger link is refused before the rest of it is read.
public struct DeepLinkLimits: Hashable, Sendable {
  /// The maximum length of the whole URL, in bytes of UTF-8.
  public var byteCountMax: Int

  /// The maximum number of segments in its path.
  public var segmentCountMax: Int

  /// The maximum number of items in its query.
  public var queryItemCountMax: Int

  /// The maximum number of routes in the link's stack, including its root.
  public var routeCountMax: Int

  /// Creates limits.
  ///
  /// - Parameters:
  ///   - byteCountMax: The maximum length of the whole URL, in bytes of UTF-8.
  ///   - segmentCountMax: The maximum number of segments in its path.
  ///   - queryItemCountMax: The maximum number of items in its query.
  ///   - routeCountMax: The maximum number of routes in the link's stack, including its root.
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
