"""A static scan of a candidate before Lean sees it: forbidden words, imports, what needs a process to itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from verifier.proofs.rules import Reason
from verifier.proofs.scanning.lean_lexer import Unterminated, Word, words

MOST_CHARACTERS = 2_000_000

UNFINISHED = frozenset({"sorry", "admit", "sorryAx"})
"""An unfinished proof: refused, and elaborated all the same to see how far it comes."""

KEYWORDS = {
    **dict.fromkeys(("unsafe", "partial"), "the kernel does not see what it runs"),
    **dict.fromkeys(("native_decide",), "compiled code decides it, not the kernel"),
    **dict.fromkeys(
        (
            "initialize", "builtin_initialize", "run_cmd", "run_elab", "run_meta", "run_tac", "by_elab", "elab",
            "elab_rules", "simproc", "dsimproc", "simproc_decl", "dsimproc_decl", "builtin_simproc", "builtin_dsimproc",
            "builtin_simproc_decl", "builtin_dsimproc_decl", "register_builtin_option", "register_option",
            "register_simp_attr", "register_label_attr", "register_parser_alias", "declare_simproc", "add_decl_doc!",
            "#eval", "#eval!", "declare_config_elab", "declare_command_config_elab", "declare_term_config_elab",
        ),
        "it runs code while the file is elaborated",
    ),
    "#exit": "what follows is never elaborated",
    "prelude": "the library must be there",
    "include_str": "it reads files",
}  # fmt: skip
"""Commands and words that are refused wherever they stand as a word of their own, with the reason."""

ANYWHERE = {
    "ofReduceBool": "an axiom by which compiled code decides",
    "ofReduceNat": "an axiom by which compiled code decides",
    "reduceBool": "compiled code decides it, not the kernel",
    "reduceNat": "compiled code decides it, not the kernel",
    "trustCompiler": "an axiom by which compiled code decides",
}
"""Names that are refused as the last part of any name."""

ATTRIBUTES = {
    **dict.fromkeys(("implemented_by", "extern", "csimp", "export"), "what runs is not what was proved"),
    **dict.fromkeys(
        (
            "init", "builtin_init", "command_elab", "term_elab", "tactic", "builtin_command_elab", "builtin_term_elab",
            "builtin_tactic", "command_parser", "term_parser", "tactic_parser", "delab", "app_delab", "formatter",
            "parenthesizer", "simproc", "sevalproc", "doElem_parser", "attr_parser", "combinator_formatter",
            "missing_docs_handler", "linter", "inductive_elab", "structInst_elab", "deriving", "parser_alias",
            "run_builtin_parser_attribute_hooks", "run_parser_attribute_hooks", "code_action_provider",
            "server_rpc_method", "widget_module", "cpass",
        ),
        "it runs code while the file is elaborated",
    ),
}  # fmt: skip
"""Attributes that are refused."""

OPTIONS = ("debug.", "warn.", "compiler.", "interpreter.", "internal.", "Elab.", "server.", "experimental.", "profiler")
"""Options that are refused, by how their names begin: they switch checks, warnings or threads."""

MOST_HEARTBEATS = 4_000_000

MACROS = frozenset({"macro", "macro_rules"})
SYNTAX = frozenset(
    {"notation", "infix", "infixl", "infixr", "prefix", "postfix", "syntax", "declare_syntax_cat", "binder_predicate"}
)
"""Words after which a file has syntax of its own."""

CODE = frozenset({"Lean", "IO", "MacroM", "Macro", "ST", "EIO", "BaseIO", "System", "TSyntax", "Syntax", "Unhygienic"})
"""First parts of names with which a macro is code, and may hide what this look refuses. So may one that is more than a
quotation: such a file gets a process to itself."""

MISLEADING = ("--", "/-", "-/", "'", "\\", "«", '"', "(", ")")

COMMANDS = frozenset(
    {
        "theorem", "lemma", "def", "abbrev", "example", "instance", "structure", "inductive", "class", "opaque",
        "namespace", "section", "end", "open", "variable", "universe", "set_option", "attribute", "private",
        "protected", "noncomputable", "mutual", "@", "macro", "macro_rules", "local", "scoped", "axiom", *SYNTAX,
    }
)  # fmt: skip
"""Words with which a command begins."""

HIDDEN = frozenset(
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)

MATHLIB = frozenset({"Mathlib", "Batteries", "Aesop", "Qq", "ProofWidgets", "Archive", "Counterexamples"})
TOOLCHAIN = frozenset({"Init", "Std", "Lean"})


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen in a file. ``dangerous``: it is not elaborated at all; ``isolated``: in a process of its own."""

    reasons: tuple[Reason, ...] = ()
    imports: tuple[str, ...] = ()
    isolated: bool = False
    dangerous: bool = False
    seen: tuple[Word, ...] = field(default=(), repr=False)


def look(text: str, permitted: Collection[str] = ()) -> Look:
    """Return what is seen in a candidate's text. ``permitted``: axioms that it may declare."""
    if len(text) > MOST_CHARACTERS:
        return Look(
            (Reason("too-large", f"expected at most {MOST_CHARACTERS} characters, got {len(text)}"),), dangerous=True
        )
    hidden = next((i for i, char in enumerate(text) if char in HIDDEN and i), None)
    if hidden is not None:
        message = f"the character U+{ord(text[hidden]):04X} cannot be seen, and changes what is"
        return Look((Reason("hidden-characters", message, *_place(text, hidden)),), dangerous=True)
    try:
        seen = tuple(words(text.removeprefix("\ufeff")))
    except Unterminated as error:
        return Look((Reason("unterminated", str(error), *_place(text, error.at)),), dangerous=True)
    imports, body = _header(seen)
    refused = tuple(_refused(body, permitted))
    unfinished = tuple(_unfinished(body))
    return Look(unfinished + refused, imports, _isolated(body), bool(refused), seen)


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1)


def _header(seen: tuple[Word, ...]) -> tuple[tuple[str, ...], tuple[Word, ...]]:
    """Return the modules that the header imports, and the words after it."""
    imports, at = [], 0
    while at < len(seen):
        text = seen[at].text
        after = seen[at + 1].text if at + 1 < len(seen) else ""
        if (text == "module" and not at) or (text in ("public", "private", "meta") and after in ("import", "meta")):
            at += 1
        elif text == "import" and after:
            at += 2 if seen[at + 1].text in ("all", "runtime") and at + 2 < len(seen) else 1
            imports.append(seen[at].text)
            at += 1
        else:
            break
    return tuple(imports), seen[at:]


def _unfinished(body: tuple[Word, ...]) -> Iterator[Reason]:
    for word in body:
        if not word.quoted and (word.text in UNFINISHED or word.text.endswith(".sorryAx")):
            yield Reason("sorry", f"{word.text}: the proof is not finished", word.line, word.column)


def _refused(body: tuple[Word, ...], permitted: Collection[str]) -> Iterator[Reason]:
    attributes = 0  # how deep in the brackets of attributes
    for i, word in enumerate(body):
        if word.quoted:
            continue
        before, after = body[i - 1].text if i else "", body[i + 1].text if i + 1 < len(body) else ""
        opens = word.text == "[" and (before in ("@", "attribute") or attributes)
        attributes += bool(opens) - bool(word.text == "]" and attributes)
        why = _why(word.text, before, after, bool(attributes), permitted)
        if why is None and word.text == "set_option":
            why = _option(after, body[i + 2].text if i + 2 < len(body) else "")
            if why:
                yield Reason("refused-construct", f"set_option {after}: {why}", word.line, word.column)
        elif why:
            yield Reason("refused-construct", f"{word.text}: {why}", word.line, word.column)


def _why(text: str, before: str, after: str, attribute: bool, permitted: Collection[str]) -> str | None:
    """Return why a word is refused where it stands, or None."""
    if text in KEYWORDS and before != ".":
        return KEYWORDS[text]
    if text == "axiom" and after not in permitted:
        return "a proof rests on no axioms of its own"
    if attribute and text in ATTRIBUTES:
        return ATTRIBUTES[text]
    if text == "meta" and after in ("def", "section", "instance", "structure", "inductive", "abbrev", "opaque"):
        return "it runs code while the file is elaborated"
    return ANYWHERE.get(text.rpartition(".")[2])


def _option(name: str, value: str) -> str | None:
    if name.startswith(OPTIONS):
        return "it switches off what the gate relies on"
    if name in ("maxHeartbeats", "synthInstance.maxHeartbeats") and not (
        value.isascii() and value.isdigit() and len(value) < 9 and 0 < int(value) <= MOST_HEARTBEATS
    ):
        return f"expected a limit between 1 and {MOST_HEARTBEATS}"
    return None


def _isolated(body: tuple[Word, ...]) -> bool:
    own = any(word.text in MACROS | SYNTAX for word in body if not word.quoted)
    for i, word in enumerate(body):
        if word.quoted:
            # A token of the file's own that looks like a comment, a string or a bracket would mislead this look.
            misleads = own and any(mark in word.text[1:-1] for mark in MISLEADING)
        elif word.text in MACROS:
            misleads = not _only_quotes(body, i + 1)
        else:
            misleads = word.text.split(".")[0] in CODE or "unexpander" in word.text
        if misleads:
            return True
    return False


def _only_quotes(body: tuple[Word, ...], at: int) -> bool:
    """Return whether the macro that begins before ``at`` is a quotation without code in it."""
    depth = 0
    for i in range(at, len(body)):
        word, after = body[i], body[i + 1].text if i + 1 < len(body) else ""
        if word.quoted:
            continue
        if not depth and word.text in COMMANDS:
            return True
        depth += (word.text == "(") - (word.text == ")")
        if word.text == "$" and after == "(":
            return False
        if word.text == "=" and after == ">" and (i + 2 >= len(body) or body[i + 2].text != "`"):
            return False
    return True
