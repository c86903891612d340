"""What a name of a file means where it stands: its own scope, or one around it."""

import ast
from collections import Counter
from collections.abc import Iterator

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
LOOPS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
SCOPES = (*FUNCTIONS, *LOOPS, ast.ClassDef)
NameKey = tuple[ast.AST, str]  # the scope that binds a name, and the name


class NameScopes:
    """The names of a file: where each is bound, and where it is read."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree, self.scope = tree, dict[ast.AST, ast.AST]()
        self.parent = dict[ast.AST, ast.AST]()
        self.bound = Counter[NameKey]()
        self.functions = dict[NameKey, ast.FunctionDef]()
        self.reads = dict[NameKey, list[ast.Name]]()
        self.shared = set[str]()  # names that are global, or nonlocal, anywhere
        self._elsewhere = dict[NameKey, bool]()  # True: at the top of the file
        self._keys = dict[NameKey, NameKey]()  # by where a name stands
        todo: list[tuple[ast.AST, ast.AST]] = [(tree, tree)]
        outside = dict[ast.AST, ast.AST]()
        while todo:
            node, scope = todo.pop()
            self.scope[node] = scope
            self._note(node, scope)
            outside |= dict.fromkeys(_outside(node), scope)
            if isinstance(node, ast.NamedExpr):
                outside[node.target] = self._around_loops(scope)
            within = node if isinstance(node, SCOPES) else scope
            for child in ast.iter_child_nodes(node):
                self.parent[child] = node
                todo.append((child, outside.get(child, within)))
        for node in self.scope:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self.reads.setdefault(self.key(node), []).append(node)

    def key(self, name: ast.Name) -> NameKey:
        """Return the scope that binds a name, and the name."""
        place = self.scope[name], name.id
        if place not in self._keys:
            self._keys[place] = self._found(*place)
        return self._keys[place]

    def _found(self, first: ast.AST, name: str) -> NameKey:
        """Return what binds a name, from where it stands outwards."""
        scope = first
        while scope is not self.tree:
            key = scope, name
            if key in self._elsewhere:
                if self._elsewhere[key]:
                    break
            elif key in self.bound and (
                scope is first or not isinstance(scope, ast.ClassDef)
            ):
                return key
            scope = self.scope[scope]
        return self.tree, name

    def _note(self, node: ast.AST, scope: ast.AST) -> None:
        """Note which names a node binds."""
        match node:
            case ast.Name(id=name):
                if not isinstance(node.ctx, ast.Load):
                    self.bound[scope, name] += 1
            case ast.arg(arg=name):
                self.bound[scope, name] += 1
            case ast.alias():
                name = node.asname or node.name.partition(".")[0]
                self.bound[scope, name] += 1
            case ast.Global() | ast.Nonlocal():
                self.shared |= {*node.names}
                for name in node.names:
                    self._elsewhere[scope, name] = isinstance(node, ast.Global)
            case _:
                for field in ("name", "rest"):
                    if isinstance(bound := getattr(node, field, None), str):
                        self.bound[scope, bound] += 1
                if isinstance(node, ast.FunctionDef):
                    self.functions[scope, node.name] = node

    def _around_loops(self, scope: ast.AST) -> ast.AST:
        while isinstance(scope, LOOPS):
            scope = self.scope[scope]
        return scope


def _outside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what stands in a scope and is computed around it."""
    if isinstance(node, LOOPS):
        yield node.generators[0].iter
    elif isinstance(node, FUNCTIONS):
        given = node.args
        yield from given.defaults
        yield from (each for each in given.kw_defaults if each)
        for arg in ast.walk(given):
            if isinstance(arg, ast.arg) and arg.annotation:
                yield arg.annotation
        if not isinstance(node, ast.Lambda):
            yield from node.decorator_list
            if node.returns:
                yield node.returns
    elif isinstance(node, ast.ClassDef):
        yield from (*node.decorator_list, *node.bases)
