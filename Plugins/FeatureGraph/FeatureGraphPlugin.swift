import Foundation
import PackagePlugin

/// `swift package feature-graph`: prints which features are composed of which others.
@main
struct FeatureGraphPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try runHeadraceTool("feature-graph", context, arguments)
  }
}
