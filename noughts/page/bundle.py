"""Bundle the page's modules into one classic script, which also loads from file://."""

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath

IMPORT = re.compile(r'^import (.+?) from "(\.[^"]+)";$', re.MULTILINE | re.DOTALL)
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|const|class) ([\w$]+))", re.MULTILINE
)
EXPORTS = re.compile(r"export\{([^}]+)\};?\s*$")  # at the end of a minified module
LEFT = re.compile(r"^(?:import|export)\b.*|\bimport\(.*|\bimport\.meta\b", re.MULTILINE)
# Comments on lines of their own: readers have the modules.
COMMENTS = re.compile(
    r"^[ \t]*(?://[^\n]*|/\*\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL
)


def bundle(modules: Mapping[str, str]) -> str:
    """Return modules, given by name, as one script in dependency order."""
    needs = {
        name: {normpath(join(dirname(name), path)) for _, path in IMPORT.findall(text)}
        for name, text in modules.items()
    }
    order = TopologicalSorter(needs).static_order()
    parts = [_wrapped(name, modules[name]) for name in order]
    return "\n".join(['"use strict";', "const modules = {};", *parts])


def without_comments(text: str) -> str:
    """Return a module without the comments that have lines of their own."""
    return COMMENTS.sub("", text)


def _wrapped(name: str, text: str) -> str:
    """Return a module as a function that returns its exports."""

    def from_module(match: re.Match[str]) -> str:
        names, path = match.groups()
        module = f'modules["{normpath(join(dirname(name), path))}"]'
        if names.startswith("*"):
            return f"const {names.removeprefix('* as ')} = {module};"
        return f"const {names.replace(' as ', ': ')} = {module};"

    text = without_comments(text)
    exported = EXPORT.findall(text)
    if minified := EXPORTS.search(text):
        pairs = (each.split(" as ") for each in minified[1].split(","))
        exported += [f"{pair[-1]}: {pair[0]}" for pair in pairs]
    body = EXPORTS.sub("", EXPORT.sub("", IMPORT.sub(from_module, text)))
    if left := LEFT.search(body):
        raise ValueError(f"{name}: a form that the bundle does not know: {left[0]}")
    returned = f"return {{ {', '.join(exported)} }};"
    return f'modules["{name}"] = (() => {{\n{body}\n{returned}\n}})();'
