import Foundation

/// The dependencies of modules, and the composition of features.
public struct FeatureGraph: Equatable, Sendable {
  /// A connection from one node to another.
  public struct Edge: Hashable, Comparable, Sendable {
    /// The dependent module or the composed feature.
    public let from: String
    /// The dependency or the part.
    public let to: String

    /// Compares the first names, then the second ones.
    public static func < (one: Edge, other: Edge) -> Bool {
      (one.from, one.to) < (other.from, other.to)
    }
  }

  /// The modules, without those of tests.
  public private(set) var modules: [String]
  /// The dependencies of modules, including external packages.
  public private(set) var moduleEdges: [Edge] = []
  /// The features of each module.
  public private(set) var features: [String: [String]] = [:]
  /// The references of features to other features in their code.
  public private(set) var featureEdges: [Edge] = []

  /// Reads a package; a feature is a declaration with `@Reducer` or `@FlowCoordinator`.
  ///
  /// - Throws: ``OrderRefusal/file(path:reason:)`` if a source can't be read.
  public init(_ context: PackageContext) throws(OrderRefusal) {
    let targets = context.targets.filter { !$0.isTest }
    modules = targets.map(\.name).sorted()
    moduleEdges = targets.flatMap { target in
      target.dependencies.map { Edge(from: target.name, to: $0) }
    }.sorted()
    var bodies: [String: String] = [:]
    for target in targets {
      let sources = try SwiftSources(below: URL(filePath: target.directory))
      for text in sources.texts.values {
        for (name, body) in Self.declarations(in: text.withoutComments.withoutStrings) {
          features[target.name, default: []].append(name)
          bodies[name, default: ""] += body
        }
      }
      features[target.name]?.sort()
    }
    featureEdges = bodies.flatMap { name, body in
      let words = Set(body.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
      return bodies.keys.filter { $0 != name && words.contains($0) }.map {
        Edge(from: name, to: $0)
      }
    }.sorted()
  }

  /// Returns the features in a text, each with the code between its braces.
  private static func declarations(in text: String) -> [(name: String, body: String)] {
    let pattern = #/@(?:Reducer|FlowCoordinator)\b[^{}]*?\b(?:struct|enum)\s+(\w+)/#
    return text.matches(of: pattern).map { match in
      (String(match.1), String(text[match.range.upperBound...].untilClosingBrace))
    }
  }

  // MARK: - Drawing

  /// The format of a graph.
  public enum Format: String, CaseIterable, Sendable {
    /// The language of Graphviz.
    case dot
    /// The language of Mermaid, which code hosting sites render.
    case mermaid
  }

  /// Returns the graph as text.
  public func text(_ format: Format) -> String {
    format == .dot ? dot : mermaid
  }

  private var dot: String {
    var lines = ["digraph package {", "  rankdir=TB;", "  node [shape=box];"]
    for module in modules { lines.append("  \"\(module)\";") }
    lines += moduleEdges.map { "  \"\($0.from)\" -> \"\($0.to)\";" }
    for (index, module) in modules.enumerated() {
      guard let names = features[module] else { continue }
      lines.append("  subgraph cluster_\(index) {")
      lines.append("    label=\"features of \(module)\"; node [shape=ellipse];")
      lines += names.map { "    \"\($0) \"[label=\"\($0)\"];" }
      lines.append("  }")
    }
    // A module and a feature may have the same name; the space distinguishes them.
    lines += featureEdges.map { "  \"\($0.from) \" -> \"\($0.to) \";" }
    return (lines + ["}"]).joined(separator: "\n")
  }

  private var mermaid: String {
    var lines = ["graph TD"]
    lines += modules.map { "  m_\($0)[\($0)]" }
    lines += Set(moduleEdges.map(\.to)).subtracting(modules).sorted().map { "  m_\($0)[[\($0)]]" }
    lines += moduleEdges.map { "  m_\($0.from) --> m_\($0.to)" }
    for module in modules {
      guard let names = features[module] else { continue }
      lines.append("  subgraph f_\(module)[features of \(module)]")
      lines += names.map { "    \($0)(\($0))" }
      lines.append("  end")
    }
    lines += featureEdges.map { "  \($0.from) --> \($0.to)" }
    return lines.joined(separator: "\n")
  }
}

/// `feature-graph`: prints the graph of a package.
public enum FeatureGraphCommand {
  /// The text of `--help`.
  public static let help = """
    USAGE: swift package feature-graph [--format mermaid|dot]

    Prints which modules depend on which, and which features are made of which.
    """

  /// Runs the command with its arguments.
  ///
  /// - Throws: ``OrderRefusal`` for invalid arguments, or sources that can't be read.
  public static func run(
    _ arguments: [String], in context: PackageContext
  ) throws(OrderRefusal) -> String {
    var words = CommandWords(arguments)
    if words.flag("--help") { return help }
    let name = try words.option("--format") ?? FeatureGraph.Format.mermaid.rawValue
    try words.requireEnd()
    guard let format = FeatureGraph.Format(rawValue: name) else {
      throw .usage("there is no format '\(name)'; expected mermaid or dot")
    }
    return try FeatureGraph(context).text(format)
  }
}

extension String {
  /// The text without the strings in its lines.
  fileprivate var withoutStrings: String {
    replacing(#/"(?:[^"\\\n]|\\.)*"/#, with: "\"\"")
  }
}

extension Substring {
  /// The text from its first brace to the matching one.
  fileprivate var untilClosingBrace: Substring {
    var depth = 0
    for index in indices {
      if self[index] == "{" { depth += 1 }
      if self[index] == "}" {
        depth -= 1
        if depth == 0 { return self[...index] }
      }
    }
    return self
  }
}
