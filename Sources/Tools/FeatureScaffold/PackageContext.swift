public import Foundation

/// The targets of a package's manifest, as passed on by the plugins.
public struct PackageContext: Codable, Equatable, Sendable {
  /// A target with Swift sources.
  public struct Target: Codable, Equatable, Sendable {
    /// The name of the target and of its module.
    public var name: String
    /// The path of its folder.
    public var directory: String
    /// True for a test target.
    public var isTest: Bool
    /// The names of the targets and products on which it depends.
    public var dependencies: [String]

    /// Creates a target.
    public init(name: String, directory: String, isTest: Bool, dependencies: [String]) {
      self.name = name
      self.directory = directory
      self.isTest = isTest
      self.dependencies = dependencies
    }
  }

  /// The path of the package's folder.
  public var directory: String
  /// The targets, in the manifest's order.
  public var targets: [Target]

  /// Creates a package.
  public init(directory: String, targets: [Target]) {
    self.directory = directory
    self.targets = targets
  }

  /// The package's folder.
  public var url: URL { URL(filePath: directory, directoryHint: .isDirectory) }

  /// Returns the place of a new feature, with the target and its test target.
  ///
  /// The target is the one with a name, or the only one.
  func place(target name: String?) throws(OrderRefusal) -> (ScaffoldPlace, Target, Target) {
    let own = targets.filter { !$0.isTest }
    let list = own.map(\.name).joined(separator: ", ")
    let target: Target
    if let name {
      guard let named = own.first(where: { $0.name == name }) else {
        throw .usage("there is no target '\(name)'; expected one of: \(list)")
      }
      target = named
    } else {
      guard own.count == 1 else {
        throw .usage("the package has \(own.count) targets; expected --target, one of: \(list)")
      }
      target = own[0]
    }
    let tests = targets.filter { $0.isTest && $0.dependencies.contains(target.name) }
    guard let test = tests.first(where: { $0.name == "\(target.name)Tests" }) ?? tests.first else {
      throw .usage(
        "no test target depends on '\(target.name)'; expected .testTarget(name:"
          + " \"\(target.name)Tests\", dependencies: [\"\(target.name)\", …]) in Package.swift")
    }
    let place = ScaffoldPlace(
      module: target.name, sources: URL(filePath: target.directory, directoryHint: .isDirectory),
      tests: URL(filePath: test.directory, directoryHint: .isDirectory))
    return (place, target, test)
  }
}
