"""The page's modules as one classic script: a file on a disk may load no modules."""

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from posixpath import dirname, join, normpath

IMPORT = re.compile(r'^import (.+?) from "(\.[^"]+)";$', re.MULTILINE | re.DOTALL)
EXPORT = re.compile(
    r"^export (?=(?:async )?(?:function|const|class) ([\w$]+))", re.MULTILINE
)


def bundle(modules: Mapping[str, str]) -> str:
    """Return modules, by name, as one script that runs them in the order they need."""
    needs = {
        name: {normpath(join(dirname(name), path)) for _, path in IMPORT.findall(text)}
        for name, text in modules.items()
    }
    order = TopologicalSorter(needs).static_order()
    parts = [_wrapped(name, modules[name]) for name in order]
    return "\n".join(['"use strict";', "const modules = {};", *parts])


def _wrapped(name: str, text: str) -> str:
    """Return a module as a function that returns what it exports."""

    def taken(match: re.Match[str]) -> str:
        names, path = match.groups()
        module = f'modules["{normpath(join(dirname(name), path))}"]'
        if names.startswith("*"):
            return f"const {names.removeprefix('* as ')} = {module};"
        return f"const {names.replace(' as ', ': ')} = {module};"

    exported = ", ".join(EXPORT.findall(text))
    body = EXPORT.sub("", IMPORT.sub(taken, text))
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'
