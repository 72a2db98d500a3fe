#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The canonical form of a file's path.
enum FilePath {
  /// The system's own limit of symbolic links in one path.
  private static let linkCountMax = 40

  /// The URL of a file without `.`, `..`, doubled slashes and, on request, symbolic links.
  ///
  /// Paths are compared byte by byte, as the system does. A component that does not exist yet
  /// counts as a folder or file, not as a link.
  ///
  /// - Returns: The canonical URL; the given one if it is not the URL of a file.
  static func canonical(_ url: URL, followingLinks: Bool) -> URL {
    guard url.isFileURL else { return url }
    var path = url.absoluteURL.path
    if path.utf8.first != slash { path = "\(FileManager.default.currentDirectoryPath)/\(path)" }
    return URL(
      filePath: canonical(path, followingLinks: followingLinks), directoryHint: .notDirectory)
  }

  private static func canonical(_ path: String, followingLinks: Bool) -> String {
    var pending = Array(components(of: path).reversed())
    var found: [String] = []
    var linkCount = 0
    while let name = pending.popLast() {
      if name == "." { continue }
      if name == ".." {
        _ = found.popLast()
        continue
      }
      found.append(name)
      guard followingLinks, linkCount < linkCountMax, let target = target(ofLink: joined(found))
      else { continue }
      linkCount += 1
      if target.utf8.first == slash { found = [] } else { found.removeLast() }
      pending += components(of: target).reversed()
    }
    return joined(found)
  }

  private static let slash = UInt8(ascii: "/")

  /// The names in a path. Split by bytes: a slash and what follows can be one `Character`.
  private static func components(of path: String) -> [String] {
    path.utf8.split(separator: slash).map { String(Substring($0)) }
  }

  private static func joined(_ names: [String]) -> String {
    "/" + names.joined(separator: "/")
  }

  private static func target(ofLink path: String) -> String? {
    do {
      return try FileManager.default.destinationOfSymbolicLink(atPath: path)
    } catch {
      return nil
    }
  }
}
