/// Files with several enums of reducers, at the top level and in namespaces.
///
/// Swift 6.3 crashed on most of them while the macros of a generated `State` and `Action` were
/// attributes there.
enum EnumShapes {
  /// Forty files that can be compiled together.
  static let files: [String: String] = {
    var files: [String: String] = [:]
    for count in [2, 3, 4, 5, 7] {
      for isNamespace in [false, true] {
        for style in Style.allCases {
          let name = "Shape\(files.count)"
          files[name] = file(name, of: count, style, inNamespace: isNamespace)
        }
      }
    }
    return files
  }()

  private enum Style: CaseIterable {
    case plain, `public`, conforming, mixed
  }

  private static func file(
    _ name: String, of count: Int, _ style: Style, inNamespace isNamespace: Bool
  ) -> String {
    let access = style == .public ? "public " : ""
    var declarations = [leaf("\(name)Leaf", access)]
    for index in 0..<count {
      let screen = "\(name)Screen\(index)"
      if style == .mixed { declarations.append(leaf("\(screen)Leaf", access)) }
      let attribute =
        style == .conforming ? "@Reducer(state: .equatable, action: .equatable)" : "@Reducer"
      let question = style == .mixed ? "; case alert(AlertState<Never>); case blank" : ""
      declarations.append(
        """
        \(attribute) \(access)enum \(screen) {
          case one(\(name)Leaf)
          case two(\(name)Leaf)\(question)
        }
        """)
    }
    let code = declarations.joined(separator: "\n\n")
    return isNamespace ? "\(access)enum \(name)Space {\n\(code)\n}" : code
  }

  private static func leaf(_ name: String, _ access: String) -> String {
    """
    @Reducer \(access)struct \(name) {
      @ObservableState \(access)struct State: Equatable { \(access)init() {} }
      \(access)enum Action: Equatable { case tapped }
      \(access)init() {}
      \(access)var body: some ReducerOf<Self> { EmptyReducer() }
    }
    """
  }
}
