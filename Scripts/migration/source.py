"""A Swift file as the script reads it: what is code, and which braces are types."""
import bisect
import re

TYPE = re.compile(
    r"\b(struct|class|enum|actor|extension|protocol)\s+([\w.`]+)\s*(?:<[^{}]*>)?\s*"
    r"(?::[^{}]*|where[^{}]*)?$")


class Scope:
    """A pair of braces, with the type that it belongs to, if any."""

    def __init__(self, kind, name, start, parent):
        self.kind, self.name, self.start, self.parent = kind, name, start, parent
        self.end = None


class Source:
    """The text of a file; `code` has as many characters, with comments and strings blanked out."""

    def __init__(self, text):
        self.text = text
        self.code = code_of(text)
        self.scopes = scopes_of(self.code)
        self._starts = [0] + [match.end() for match in re.finditer(r"\n", text)]

    def line(self, index):
        """The number of the line, from 1, that holds a character."""
        return bisect.bisect_right(self._starts, index)

    def scope(self, index):
        """The innermost braces around a character; `None` at the top of the file."""
        found = None
        for scope in self.scopes:
            if scope.start < index < scope.end and (not found or scope.start > found.start):
                found = scope
        return found

    def declares(self, name):
        """Whether the file declares a type, a function or a property of this name."""
        return re.search(
            rf"\b(?:struct|class|enum|actor|protocol|typealias|func|let|var|case)\s+{name}\b",
            self.code) is not None


def code_of(text):
    """The text with a space for each character of comments and strings."""
    code, index = list(text), 0
    while index < len(text):
        end = end_of_comment(text, index) or end_of_string(text, index)
        if end is None:
            index += 1
            continue
        for place in range(index, end):
            if code[place] != "\n":
                code[place] = " "
        index = end
    return "".join(code)


def end_of_comment(text, index):
    """The end of the comment that begins here; `None` if none does."""
    if text.startswith("//", index):
        end = text.find("\n", index)
        return len(text) if end < 0 else end
    if not text.startswith("/*", index):
        return None
    depth = 0
    for match in re.compile(r"/\*|\*/").finditer(text, index):
        depth += 1 if match.group() == "/*" else -1
        if depth == 0:
            return match.end()
    return len(text)


def end_of_string(text, index):
    """The end of the string that begins here; `None` if none does."""
    opening = re.compile(r'(#*)("""|")').match(text, index)
    if not opening:
        return None
    hashes, quotes = opening.groups()
    index = opening.end()
    while index < len(text):
        if text.startswith(quotes + hashes, index):
            return index + len(quotes + hashes)
        if text.startswith("\\" + hashes + "(", index):
            index = end_of_parentheses(text, index + 1 + len(hashes))
        elif text.startswith("\\" + hashes, index):
            index += 2 + len(hashes)
        elif text[index] == "\n" and quotes == '"':
            return index
        else:
            index += 1
    return len(text)


def end_of_parentheses(text, index):
    """The end of the parentheses that begin here, in code."""
    depth = 0
    while index < len(text):
        end = end_of_comment(text, index) or end_of_string(text, index)
        if end is not None:
            index = end
            continue
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        index += 1
        if depth == 0:
            break
    return index


def scopes_of(code):
    """All pairs of braces, in the order in which they begin."""
    scopes, open_scopes, boundary = [], [], 0
    for match in re.finditer(r"[{};]", code):
        index = match.start()
        if match.group() == "{":
            header = TYPE.search(code, boundary, index)
            kind, name = header.groups() if header else (None, None)
            scope = Scope(kind, name, index, open_scopes[-1] if open_scopes else None)
            scope.end = len(code)
            scopes.append(scope)
            open_scopes.append(scope)
        elif match.group() == "}" and open_scopes:
            open_scopes.pop().end = index
        boundary = match.end()
    return scopes


def opening_parenthesis(code, index):
    """The parenthesis of the call whose arguments hold a character; `None` outside of calls."""
    depth = 0
    for place in range(index - 1, -1, -1):
        if code[place] in ")]}":
            depth += 1
        elif code[place] in "([{":
            if depth == 0:
                return place if code[place] == "(" else None
            depth -= 1
    return None


def closing_angle(code, index):
    """The end of the generic arguments whose `<` is here; `None` if they don't end."""
    depth = 0
    for place in range(index, len(code)):
        if code[place] == "<":
            depth += 1
        elif code[place] == ">" and code[place - 1] != "-":
            depth -= 1
            if depth == 0:
                return place
        elif code[place] in "{};":
            return None
    return None


def edited(text, edits):
    """The text with pieces replaced: each edit is a start, an end and what is written there."""
    for start, end, piece in sorted(edits, reverse=True):
        text = text[:start] + piece + text[end:]
    return text
