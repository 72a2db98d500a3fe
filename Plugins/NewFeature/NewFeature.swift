import Foundation
import PackagePlugin

/// `swift package new-feature`: writes a feature with its test.
@main
struct NewFeature: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try runHeadraceTool("new-feature", context, arguments)
  }
}
