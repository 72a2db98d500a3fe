#if Macros
  import SwiftSyntax

  extension DeclGroupSyntax {
    /// The access level for what a macro adds, with a space: `"public "`, or nothing.
    ///
    /// Members of a private type are as visible as the type when they say nothing.
    var memberAccess: String {
      for modifier in modifiers {
        switch modifier.name.tokenKind {
        case .keyword(.public), .keyword(.open): return "public "
        case .keyword(.package): return "package "
        default: continue
        }
      }
      return ""
    }

    /// The nested type, or type alias, of a name.
    func nestedType(_ name: String) -> DeclSyntax? {
      memberBlock.members.first { member in
        member.decl.asProtocol((any NamedDeclSyntax).self)?.name.text == name
          && !member.decl.is(FunctionDeclSyntax.self)
      }?.decl
    }

    /// Whether there is a property of a name.
    func hasProperty(_ name: String) -> Bool {
      memberBlock.members.contains { $0.decl.as(VariableDeclSyntax.self)?.identifier == name }
    }

    /// Whether there is a method of a name.
    func hasMethod(_ name: String) -> Bool {
      memberBlock.members.contains { $0.decl.as(FunctionDeclSyntax.self)?.name.text == name }
    }
  }

  extension WithAttributesSyntax {
    /// Whether an attribute is there, also when it is written with its module or arguments.
    func hasAttribute(_ name: String) -> Bool {
      attributes.contains { element in
        guard let attribute = element.as(AttributeSyntax.self) else { return false }
        let written = attribute.attributeName.trimmedDescription.split(separator: "<")[0]
        return written == name || written == "Headrace.\(name)"
      }
    }
  }

  extension VariableDeclSyntax {
    /// The name of the one property that is declared.
    var identifier: String? {
      guard bindings.count == 1 else { return nil }
      return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }
#endif
