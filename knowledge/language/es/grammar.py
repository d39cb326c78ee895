"""What `knowledge.language.grammars` knows of Spanish, to compare wordings with statements."""

from knowledge.language.grammar import Grammar, Mark
from knowledge.language.patterns.lazy import LazyPattern

SPANISH = Grammar(
    marks={
        Mark.DENIAL: LazyPattern(
            r"\b(?:no|nunca|nadie|nada|ni|sin|salvo|excepto|prohib\w+|ningun\w*|ningún|jamás|rechaz\w+"
            r"|excluid\w+|exclu\w+)\b"
        ),
        Mark.ONLY: LazyPattern(r"\b(?:solo|sólo|solamente|únicamente|exclusivamente)\b"),
        Mark.EVEN: LazyPattern(r"\b(?:incluso|aunque|independientemente|aun)\b"),
        Mark.ALL: LazyPattern(r"\b(?:tod[oa]s?|cualquiera?|siempre|cada)\b"),
        Mark.BEFORE: LazyPattern(r"\bantes\b"),
        Mark.AFTER: LazyPattern(r"\bdespués\b|\bluego\b|\buna vez\b"),
        Mark.MUST: LazyPattern(
            r"(?<!no )\b(?:deben?|debemos|obligatori\w+|necesit\w+|ha[ny]? que|requier\w+)\b"
        ),
        Mark.SHOULD: LazyPattern(r"\b(?:debería\w*|recomienda\w*|recomendable|conviene)\b"),
        Mark.MAY: LazyPattern(r"\b(?:pued\w+|podr\w+|permitid\w+|posible)\b"),
        Mark.CONDITION: LazyPattern(r"\b(?:si|cuando|salvo que|a menos que|siempre que|en caso)\b"),
    },
)
