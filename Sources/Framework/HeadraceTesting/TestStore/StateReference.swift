import Synchronization

/// An instance of a class inside a state.
///
/// A state with such an instance can't be tested exhaustively: the states before and after an
/// action share the instance, so a change inside it appears in both.
struct StateReference: Equatable {
  /// The path of the instance, such as `State.session.cache`.
  let path: String
  /// The name of the instance's class.
  let typeName: String
}

extension StateReference {
  /// Returns the first instance of an author's class in a state, breadth first.
  ///
  /// It inspects the first elements of a collection, and a limited number of values in total,
  /// because it runs for each test store. Classes of the standard library, of Foundation and of
  /// this package don't count, and neither does anything contained only in them. A type that
  /// conforms to `CustomReflectable` is inspected through its mirror.
  static func first<State>(in state: State) -> StateReference? {
    var values = [SeenValue(value: state, label: nil, parent: nil)]
    var index = 0
    while index < values.count {
      let value = values[index].value
      defer { index += 1 }
      if isSkipped(type(of: value)) { continue }
      let mirror = Mirror(reflecting: value)
      switch mirror.displayStyle {
      case .class where !isForeign(type(of: value)):
        let path = ["\(State.self)"] + labels(to: index, in: values)
        return StateReference(
          path: path.joined(separator: "."), typeName: "\(type(of: value))")
      case .class: continue
      case .struct where skipsStruct(type(of: value)): continue
      case nil where skipsScalar(value, mirror): continue
      default: break
      }
      for (_, child) in zip(0..<childCountMax, mirror.children)
      where values.count < valueCountMax {
        values.append(SeenValue(value: child.value, label: child.label, parent: index))
      }
    }
    return nil
  }

  private struct SeenValue {
    let value: Any
    let label: String?
    let parent: Int?
  }

  private static let childCountMax = 16
  private static let valueCountMax = 500

  private static func labels(to index: Int, in values: [SeenValue]) -> [String] {
    var labels: [String] = []
    var next: Int? = index
    while let current = next {
      // The value of an optional goes by the name of the optional.
      if let label = values[current].label, label != "some" { labels.append(label) }
      next = values[current].parent
    }
    return labels.reversed()
  }

  /// Returns true if the author is not responsible for the contents of a type.
  private static func isForeign(_ type: Any.Type) -> Bool {
    let module = moduleName(of: type)
    return foreignModules.contains(module) || ownModules.contains(module)
  }

  private static let ownModules: Set<String> = [
    "Headrace", "HeadraceCompatibility", "HeadraceFlow", "HeadraceTesting", "HeadraceLogging",
    "HeadraceTracing", "HeadraceTerminal",
  ]

  private static func moduleName(of type: Any.Type) -> String {
    String(String(reflecting: type).prefix { $0 != "." })
  }

  private static let foreignModules: Set<String> = [
    "Swift", "_Concurrency", "Synchronization", "Observation", "Distributed", "Dispatch",
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "_StringProcessing", "RegexBuilder", "System", "Logging",
  ]

  /// The types that are known, and whether their contents are skipped: mirrors and the names of
  /// types are slow to create.
  private static let types = Mutex<[ObjectIdentifier: Bool]>([:])

  private static func isSkipped(_ type: Any.Type) -> Bool {
    types.withLock { $0[ObjectIdentifier(type)] ?? false }
  }

  /// Returns true if a struct's fields are skipped. Those of this package's structs are not,
  /// because they hold the states of children.
  private static func skipsStruct(_ type: Any.Type) -> Bool {
    types.withLock { known in
      if let isForeign = known[ObjectIdentifier(type)] { return isForeign }
      let isForeign = foreignModules.contains(moduleName(of: type))
      known[ObjectIdentifier(type)] = isForeign
      return isForeign
    }
  }

  /// Returns true if a value has no contents and its type is foreign, such as a number or a string.
  ///
  /// An `AnyHashable` has the mirror of another type, which may have contents.
  private static func skipsScalar(_ value: Any, _ mirror: Mirror) -> Bool {
    mirror.children.isEmpty && mirror.subjectType == type(of: value)
      && skipsStruct(type(of: value))
  }
}
