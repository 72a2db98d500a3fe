import Foundation
import PackagePlugin

/// Runs the program that does the work, with the contents of the manifest.
///
/// Plugins can't share code, so each of them has a copy of this file, and a test compares the
/// copies.
func runHeadraceTool(
  _ verb: String, _ context: PluginContext, _ arguments: [String]
) throws {
  let targets = context.package.targets.compactMap { target -> [String: Any]? in
    guard let module = target as? any SourceModuleTarget else { return nil }
    let dependencies = target.dependencies.flatMap { dependency -> [String] in
      switch dependency {
      case .target(let target): [target.name]
      case .product(let product): [product.name]
      @unknown default: []
      }
    }
    return [
      "name": module.moduleName, "directory": target.directoryURL.path,
      "isTest": module.kind == .test, "dependencies": dependencies,
    ]
  }
  let description: [String: Any] = [
    "directory": context.package.directoryURL.path, "targets": targets,
  ]
  let json = try JSONSerialization.data(withJSONObject: description, options: .sortedKeys)
  let process = Process()
  process.executableURL = try context.tool(named: "HeadraceTool").url
  process.arguments = [verb, String(decoding: json, as: UTF8.self)] + arguments
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    // The program has reported the reason.
    exit(process.terminationStatus)
  }
}
