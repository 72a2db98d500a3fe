#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  extension DeclGroupSyntax {
    /// Returns the access level for added members, with a space: `"public "`, or an empty string.
    ///
    /// Members of a private type without a modifier are as visible as the type. A type without a
    /// modifier in a `public extension` is public.
    func memberAccess(in context: some MacroExpansionContext) -> String {
      if let access = modifiers.access { return access.forMembers }
      let surrounding = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
      return surrounding?.modifiers.access?.forMembers ?? ""
    }

    /// Returns the nested type or type alias with a name.
    func nestedType(_ name: String) -> DeclSyntax? {
      memberBlock.members.first { member in
        member.decl.asProtocol((any NamedDeclSyntax).self)?.name.text == name
          && !member.decl.is(FunctionDeclSyntax.self)
      }?.decl
    }

    /// Returns `true` if there is a property with a name.
    func hasProperty(_ name: String) -> Bool { property(name) != nil }

    /// Returns the property with a name.
    func property(_ name: String) -> VariableDeclSyntax? {
      memberBlock.members.lazy
        .compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .first { $0.identifier == name }
    }

    /// Returns the methods with a name.
    func methods(_ name: String) -> [FunctionDeclSyntax] {
      memberBlock.members
        .compactMap { $0.decl.as(FunctionDeclSyntax.self) }
        .filter { $0.name.text == name }
    }

    /// Returns the members with another one added at the end, given without indentation.
    func addingMember(_ text: String) -> MemberBlockSyntax {
      let indentation = memberIndentation
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : indentation + $0 }
      let blank = memberBlock.members.isEmpty ? "\n" : "\n\n"
      let member: DeclSyntax = "\(raw: blank + lines.joined(separator: "\n"))"
      var block = memberBlock
      block.members.append(MemberBlockItemSyntax(decl: member))
      if !block.rightBrace.leadingTrivia.contains(where: \.isNewline) {
        block.rightBrace.leadingTrivia = .newline
      }
      return block
    }

    private var memberIndentation: String {
      let written = memberBlock.members.first?.leadingTrivia.pieces.last
      if case .spaces(let count) = written { return String(repeating: " ", count: count) }
      if case .tabs(let count) = written { return String(repeating: "\t", count: count) }
      return "  "
    }
  }

  extension DeclModifierListSyntax {
    fileprivate enum Access {
      case open, `package`, narrow

      var forMembers: String {
        switch self {
        case .open: "public "
        case .package: "package "
        case .narrow: ""
        }
      }
    }

    fileprivate var access: Access? {
      for modifier in self where modifier.detail == nil {
        switch modifier.name.tokenKind {
        case .keyword(.public), .keyword(.open): return .open
        case .keyword(.package): return .package
        case .keyword(.internal), .keyword(.fileprivate), .keyword(.private): return .narrow
        default: continue
        }
      }
      return nil
    }
  }

  extension WithAttributesSyntax {
    /// Returns `true` if there is an attribute with a name, with or without its module or
    /// arguments.
    func hasAttribute(_ name: String) -> Bool { attribute(name) != nil }

    /// Returns the attribute with a name, with or without its module or arguments.
    func attribute(_ name: String) -> AttributeSyntax? {
      attributes.lazy
        .compactMap { $0.as(AttributeSyntax.self) }
        .first { $0.baseName == name }
    }

    /// Returns the same declaration with an attribute added at the beginning.
    func addingAttribute(_ name: String) -> Self {
      let attribute = AttributeSyntax(
        leadingTrivia: leadingTrivia, attributeName: IdentifierTypeSyntax(name: .identifier(name)),
        trailingTrivia: .space)
      var copy = with(\.leadingTrivia, [])
      copy.attributes.insert(.attribute(attribute), at: copy.attributes.startIndex)
      return copy
    }
  }

  extension AttributeSyntax {
    /// The attribute's name, without the module `Headrace` and without arguments.
    var baseName: String {
      let written = attributeName.trimmedDescription.split(separator: "<")[0]
      return String(written.hasPrefix("Headrace.") ? written.dropFirst(9) : written)
    }
  }

  extension StringLiteralExprSyntax {
    /// The text, if nothing is interpolated.
    var onlyText: String? {
      guard segments.count == 1 else { return nil }
      return segments.first?.as(StringSegmentSyntax.self)?.content.text
    }
  }

  extension VariableDeclSyntax {
    /// The name of the declared property, if there is only one.
    var identifier: String? {
      guard bindings.count == 1 else { return nil }
      return bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
  }
#endif
