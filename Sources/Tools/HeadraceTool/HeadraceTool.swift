import FeatureScaffold
import Foundation

/// The program of the command plugins.
///
/// Its arguments are a verb, the package in JSON, then the author's arguments.
@main
enum HeadraceTool {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      FileHandle.standardOutput.write(Data((try run(arguments) + "\n").utf8))
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(64)
    }
  }

  private static func run(_ arguments: [String]) throws -> String {
    guard arguments.count >= 2 else {
      throw OrderRefusal.usage(
        "expected a verb and the package's description; this program is run by 'swift package"
          + " new-feature' and 'swift package feature-graph'")
    }
    let context = try JSONDecoder().decode(PackageContext.self, from: Data(arguments[1].utf8))
    let rest = Array(arguments.dropFirst(2))
    switch arguments[0] {
    case "new-feature": return try NewFeatureCommand.run(rest, in: context)
    case "feature-graph": return try FeatureGraphCommand.run(rest, in: context)
    case let verb: throw OrderRefusal.usage("there is no verb '\(verb)'")
    }
  }
}
