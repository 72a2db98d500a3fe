#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// The members that `@Reducer` adds to an enum of reducers, so that its store can be switched
  /// over.
  struct CaseScopeExpansion {
    private let children: ConditionalMembers<CaseChild>
    private let declaration: EnumDeclSyntax
    private let access: String

    init(
      _ children: ConditionalMembers<CaseChild>, of declaration: EnumDeclSyntax, access: String
    ) {
      self.children = children
      self.declaration = declaration
      self.access = access
    }

    /// Returns `true` if this macro or the author writes the creation of the children's stores.
    static func isScoping(_ declaration: EnumDeclSyntax) -> Bool {
      isWritten(in: declaration)
        || declaration.nestedType("CaseScope") != nil && !declaration.methods("scope").isEmpty
    }

    /// Returns `true` if this macro writes it.
    ///
    /// In that case `@Reducer` writes the states and actions, and no name is already in use.
    private static func isWritten(in declaration: EnumDeclSyntax) -> Bool {
      ["State", "Action", "CaseScope"].allSatisfy { declaration.nestedType($0) == nil }
        && declaration.methods("scope").isEmpty
    }

    var members: [DeclSyntax] {
      Self.isWritten(in: declaration) ? [caseScope, scope] : []
    }

    private var caseScope: DeclSyntax {
      let cases = children.compactMap { child -> String? in
        switch child.kind {
        case .reducer(let type, _): "  case \(child.name)(Headrace.StoreOf<\(type)>)"
        case .question(let type, _): "  case \(child.name)(\(type))"
        case .state(let clause): "  case \(child.name)\(clause)"
        case .none: "  case \(child.name)"
        }
      }
      return """
        \(raw: access)enum CaseScope {
        \(raw: cases.lines.joined(separator: "\n"))
        }
        """
    }

    private var scope: DeclSyntax {
      let cases = children.compactMap { child -> String? in
        guard case .reducer = child.kind else {
          let names = child.labels.indices.map { "value\($0)" }
          let arguments = zip(child.labels, names).map { label, name in
            (label.map { "\($0): " } ?? "") + name
          }
          return """
              case .\(child.name)\(clause(names.map { "let \($0)" })):
                _ = store.state
                return .\(child.name)\(clause(arguments))
            """
        }
        return """
            case .\(child.name):
              return .\(child.name)(
                store._scope(current: \\.\(child.name), action: \\.\(child.name)))
          """
      }
      return """
        \(raw: access)static func scope(
          _ store: Headrace.Store<Self.State, Self.Action>
        ) -> CaseScope {
          switch store.withState({ $0 }) {
        \(raw: cases.lines.joined(separator: "\n"))
          }
        }
        """
    }

    private func clause(_ parts: [String]) -> String {
      parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
    }
  }
#endif
