"""Bundle the page's modules into one classic script, which also loads from file://."""

import re
from collections import Counter
from collections.abc import Collection, Mapping
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
# Comments behind code. One with a quote might be within a text, so it stays.
REMARKS = re.compile(r"""(?<=[;,{(\[]) // [^"'`\n]*$""", re.MULTILINE)


def bundle(
    modules: Mapping[str, str], entry: str, later: Collection[str] = ()
) -> tuple[str, dict[str, str]]:
    """
    Return a page's modules, given by name, as scripts in dependency order.

    The first one has what the entry needs, and what two of the others would have. Each
    of these, by its folder, has what an entry that is loaded later needs besides, and
    offers that entry as `parts["folder"]`.
    """
    needs = {
        name: {normpath(join(dirname(name), path)) for _, path in IMPORT.findall(text)}
        for name, text in modules.items()
    }
    order = [*TopologicalSorter(needs).static_order()]
    at_once = _reachable(needs, entry)
    rest = {view: _reachable(needs, view) - at_once for view in later}
    times = Counter(name for names in rest.values() for name in names)
    at_once |= {name for name in times if times[name] > 1}
    parts: dict[str, str] = {}
    for view, names in rest.items():
        part = [
            _wrapped(name, modules[name]) for name in order if name in names - at_once
        ]
        offer = f'(globalThis.parts ??= {{}})["{dirname(view)}"] = modules["{view}"];'
        parts[dirname(view)] = "\n".join(['"use strict";', *part, offer])
    first = [_wrapped(name, modules[name]) for name in order if name in at_once]
    return "\n".join(['"use strict";', "const modules = {};", *first]), parts


def _reachable(needs: Mapping[str, set[str]], entry: str) -> set[str]:
    """Return a module and all that it imports, also by others."""
    found, coming = {entry}, [entry]
    while coming:
        new = needs[coming.pop()] - found
        found |= new
        coming += new
    return found


def without_comments(text: str) -> str:
    """Return a module without its comments: readers have the file."""
    return REMARKS.sub("", COMMENTS.sub("", text))


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
