"""What `knowledge.language.grammars` knows of German, to compare wordings with statements."""

from knowledge.language.grammar import Grammar, Mark
from knowledge.language.patterns.lazy import LazyPattern

GERMAN = Grammar(
    capitals_name=False,  # every noun has one
    marks={
        Mark.DENIAL: LazyPattern(
            r"\b(?:nicht|kein\w*|nie\w*|ohne|außer|ausgenommen|ausgeschlossen\w*|verboten\w*|un[a-zäöü]{5,}"
            r"|abgelehnt|verweigert)\b"
        ),
        Mark.ONLY: LazyPattern(r"\b(?:nur|lediglich|ausschließlich)\b"),
        Mark.EVEN: LazyPattern(r"\b(?:selbst|sogar|auch wenn|unabhängig|egal)\b"),
        Mark.ALL: LazyPattern(r"\b(?:alle\w*|jede\w*|immer|sämtliche\w*)\b"),
        Mark.BEFORE: LazyPattern(r"\b(?:vor|bevor|vorher)\b"),
        Mark.AFTER: LazyPattern(r"\b(?:nach|nachdem|danach)\b"),
        Mark.MUST: LazyPattern(r"\b(?:m[uü]ss\w*|erforderlich|pflicht|notwendig)\b"),
        Mark.SHOULD: LazyPattern(r"\b(?:soll\w*|empfohlen)\b"),
        Mark.MAY: LazyPattern(r"\b(?:k[aö]nn\w*|d[aü]rf\w*|möglich|erlaubt)\b"),
        Mark.CONDITION: LazyPattern(r"\b(?:wenn|falls|sofern|sobald|es sei denn)\b"),
    },
)
