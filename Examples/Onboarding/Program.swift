/// Tells the story of the app at the pace of its clock.
@main
enum Program {
  static func main() async throws {
    try await Story(host: Host(write: { print($0) }), clock: ContinuousClock()).tell()
  }
}
