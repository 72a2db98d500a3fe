public import Foundation

/// The folders of a package's target and of its tests.
public struct ScaffoldPlace: Equatable, Sendable {
  /// The module of the new feature.
  public var module: String
  /// The folder of its sources.
  public var sources: URL
  /// The folder of its tests.
  public var tests: URL

  /// Creates a place.
  public init(module: String, sources: URL, tests: URL) {
    self.module = module
    self.sources = sources
    self.tests = tests
  }
}

/// The files that an order creates and changes.
public struct ScaffoldPlan: Equatable, Sendable {
  /// A file with its complete text.
  public struct File: Equatable, Sendable {
    /// The file's location.
    public let url: URL
    /// Its new text.
    public let text: String
    /// Its current text; `nil` if there is no such file.
    let former: String?
  }

  /// The files, in the order of writing.
  public private(set) var files: [File] = []

  private let place: ScaffoldPlace
  private let packagePath: String

  /// Plans orders, one after the other, and writes nothing.
  ///
  /// - Throws: ``OrderRefusal`` if a file, type or screen exists already, or a file can't be read.
  public init(_ orders: [FeatureOrder], at place: ScaffoldPlace, package: URL) throws(OrderRefusal)
  {
    self.place = place
    packagePath = package.standardizedFileURL.path + "/"
    var sources = try SwiftSources(below: place.sources)
    for order in orders { try plan(order, &sources) }
  }

  private mutating func plan(
    _ order: FeatureOrder, _ sources: inout SwiftSources
  ) throws(OrderRefusal) {
    let templates = Templates(order: order, module: place.module)
    let folder = place.sources.appending(path: order.name.text)
    try add(order.name.text, in: folder, templates.feature(), &sources)
    if let client = order.client {
      try add(client.client, in: folder, templates.clientInterface(client), &sources)
    }
    try addTest(order.name.text, templates.test())
    if let screen = order.screen {
      if let file = sources.declaration(of: screen.screen) {
        let text = try ScreenList.adding(
          templates.screenCase, isPublic: order.isPublic, to: screen.screen, file.text,
          path: path(file.url))
        change(file.url, from: file.text, to: text, &sources)
      } else {
        try add(screen.flow, in: place.sources, templates.coordinator(screen), &sources)
        try addTest(screen.flow, templates.coordinatorTest(screen))
      }
    }
    try list(order)
  }

  private mutating func add(
    _ type: String, in folder: URL, _ text: String, _ sources: inout SwiftSources
  ) throws(OrderRefusal) {
    if let file = sources.declaration(of: type) {
      throw .typeExists(type, path: path(file.url))
    }
    let url = folder.appending(path: "\(type).swift")
    try add(url, text)
    sources.texts[url] = text
  }

  private mutating func addTest(_ type: String, _ text: String) throws(OrderRefusal) {
    try add(place.tests.appending(path: "\(type)Tests.swift"), text)
  }

  private mutating func add(_ url: URL, _ text: String) throws(OrderRefusal) {
    let isPlanned = files.contains { $0.url == url }
    guard !isPlanned, !FileManager.default.fileExists(atPath: url.path) else {
      throw .fileExists(path(url))
    }
    files.append(File(url: url, text: text, former: nil))
  }

  private mutating func change(
    _ url: URL, from former: String, to text: String, _ sources: inout SwiftSources
  ) {
    sources.texts[url] = text
    replace(url, from: former, to: text)
  }

  private mutating func replace(_ url: URL, from former: String, to text: String) {
    if let index = files.firstIndex(where: { $0.url == url }) {
      files[index] = File(url: url, text: text, former: files[index].former)
    } else {
      files.append(File(url: url, text: text, former: former))
    }
  }

  /// Adds a line to the README next to the sources, if there is one.
  private mutating func list(_ order: FeatureOrder) throws(OrderRefusal) {
    let url = place.sources.appending(path: "README.md")
    let planned = files.first { $0.url == url }?.text
    guard planned != nil || FileManager.default.fileExists(atPath: url.path) else { return }
    let former: String
    if let planned { former = planned } else { former = try SwiftSources.read(url) }
    let name = order.name.text
    let test = place.tests.appending(path: "\(name)Tests.swift").path(from: place.sources)
    let line = "- [\(name)](\(name)/\(name).swift): \(order.summary) ([test](\(test)))\n"
    replace(
      url, from: former, to: former + (former.hasSuffix("\n") || former.isEmpty ? "" : "\n") + line)
  }

  // MARK: - Writing

  /// Writes all files or none.
  ///
  /// - Throws: ``OrderRefusal/file(path:reason:)`` if the file system returns an error; files that
  ///   were already written are restored.
  public func write() throws(OrderRefusal) {
    var done: [File] = []
    for file in files {
      do {
        try FileManager.default.createDirectory(
          at: file.url.deletingLastPathComponent(), withIntermediateDirectories: true)
        if file.former == nil {
          try Data(file.text.utf8).write(to: file.url, options: .withoutOverwriting)
        } else {
          try Data(file.text.utf8).write(to: file.url, options: .atomic)
        }
        done.append(file)
      } catch {
        var reason = error.localizedDescription
        for file in done.reversed() {
          do {
            if let former = file.former {
              try Data(former.utf8).write(to: file.url, options: .atomic)
            } else {
              try FileManager.default.removeItem(at: file.url)
            }
          } catch {
            reason += "; \(path(file.url)) could not be taken back: \(error.localizedDescription)"
          }
        }
        throw .file(path: path(file.url), reason: reason)
      }
    }
  }

  /// A line for each file: `new` or `changed`, and its path in the package.
  public var lines: [String] {
    files.map { "\($0.former == nil ? "new     " : "changed ")  \(path($0.url))" }
  }

  private func path(_ url: URL) -> String {
    let whole = url.standardizedFileURL.path
    return whole.hasPrefix(packagePath) ? String(whole.dropFirst(packagePath.count)) : whole
  }
}

extension URL {
  /// Returns the relative path from a folder to this URL.
  fileprivate func path(from folder: URL) -> String {
    let own = standardizedFileURL.pathComponents
    let other = folder.standardizedFileURL.pathComponents
    let shared = zip(own, other).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: other.count - shared)
    return (up + own.dropFirst(shared)).joined(separator: "/")
  }
}
