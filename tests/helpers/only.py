"""Short files for the judge: functions that are missing cost no time."""

import ast


def only(source, functions):
    """Return a file without the functions that these, and the rest, do not use."""
    tree = ast.parse(source)
    defined = {}
    for node in tree.body:
        defined.setdefault(getattr(node, "name", ""), []).append(node)
    needed, todo = set(), ["", *functions]
    while todo:
        name = todo.pop()
        needed.add(name)
        nodes = (each for node in defined.get(name, []) for each in ast.walk(node))
        names = {each.id for each in nodes if isinstance(each, ast.Name)}
        todo += [each for each in defined if each in names - needed]
    kept = [node for node in tree.body if getattr(node, "name", "") in needed]
    return ast.unparse(ast.Module(kept, []))
