"""Write the pages "What students get wrong" from the catalogue of mistakes."""

import sys
import tomllib
from pathlib import Path

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS.parent))

from noughts.contract import PARAMETERS
from noughts.mistakes.mistakes import Mistake, catalogue

PAGES = {"en": DOCS / "mistakes.md", "pt-BR": DOCS / "mistakes.pt-BR.md"}
WORDS = {
    "en": {
        "title": "What students get wrong",
        "about": "The checker knows {n} mistakes, and names one only with evidence: "
        "every answer of the file is what such a file answers, or a repaired copy of "
        "the file was asked every question; a few are seen in the source, and the "
        "answers agree. This page is made from the checker's own "
        "table, `noughts/mistakes/mistakes.toml` (`make docs`). In code, `$x` "
        "stands for anything, and `$*x` for any number of things.",
        "count": "How often",
        "counted": "111 public solutions of the assignment, judged apart from our "
        "checker. 41 are right on every position; one file can be in several rows.",
        "head": "| Fault | Files | Mistakes behind it |",
        "several": "In several functions",
        "wrong": "wrong",
        "right": "right",
    },
    "pt-BR": {
        "title": "O que os estudantes erram",
        "about": "O corretor conhece {n} erros, e só dá nome a um deles com prova: "
        "toda resposta do arquivo é a que um arquivo assim dá, ou uma cópia corrigida "
        "respondeu a todas as perguntas; alguns se veem no código, e as respostas "
        "concordam. Esta página é feita com a própria "
        "tabela do corretor, `noughts/mistakes/mistakes.toml` (`make docs`). No "
        "código, `$x` é qualquer coisa, e `$*x` qualquer número de coisas.",
        "count": "Com que frequência",
        "counted": "111 soluções públicas da tarefa, avaliadas sem o nosso corretor. "
        "41 estão certas em toda posição; um arquivo pode estar em várias linhas.",
        "head": "| Erro | Arquivos | Erros do catálogo |",
        "several": "Em várias funções",
        "wrong": "errado",
        "right": "certo",
    },
}


def page(language: str) -> str:
    """Return the page in a language."""
    say, rows = WORDS[language], catalogue()
    faults = tomllib.loads((DOCS / "frequencies.toml").read_text("utf-8"))["fault"]
    lines = [f"# {say['title']}", "", say["about"].format(n=len(rows)), ""]
    lines += [
        f"## {say['count']}",
        "",
        say["counted"],
        "",
        say["head"],
        "|---|---|---|",
    ]
    for fault in faults:
        names = ", ".join(f"[{name}](#{name})" for name in fault["rows"])
        lines.append(f"| {fault[language]} | {fault['files']} | {names} |")
    for function in (*PARAMETERS, ""):
        lines += ["", f"## `{function}`" if function else f"## {say['several']}"]
        for row in rows.values():
            if section(row) == function:
                lines += ["", *entry(row, language)]
    return "\n".join(lines) + "\n"


def section(row: Mistake) -> str:
    """Return the function that a mistake belongs to; empty for several."""
    return row.of[0] if len(row.of) == 1 else ""


def entry(row: Mistake, language: str) -> list[str]:
    """Return what a page says about a mistake."""
    texts, say = row.texts[language], WORDS[language]
    code = [*row.pairs[0]] if row.pairs else [*row.seen[:1]]
    parts = {"rest": "…", "v": "…", "lines": "", "shown": "…"}
    told = texts["text"].replace(" ({lines})", "").format(**parts)
    lines = [f'### <a id="{row.name}"></a>{texts["title"]}', "", f"{told}", ""]
    for name, text in zip(("wrong", "right"), code, strict=False):
        lines += ["```text", f"# {say[name]}", text.strip(), "```", ""]
    return [*lines, texts["hint"]]


if __name__ == "__main__":
    for each, path in PAGES.items():
        path.write_text(page(each), "utf-8")
