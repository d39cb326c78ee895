"""What `knowledge.language.grammars` knows of French, to compare wordings with statements."""

from knowledge.language.grammar import Grammar, Mark
from knowledge.language.patterns.lazy import LazyPattern

FRENCH = Grammar(
    marks={
        Mark.DENIAL: LazyPattern(
            r"\bn(?:e\b|['’])|\b(?:sans|sauf|aucune?|non|interdit\w*|refus\w+|exclu\w*|hormis)\b"
        ),
        Mark.ONLY: LazyPattern(r"\b(?:seulement|uniquement|exclusivement|seule?s?)\b"),
        Mark.EVEN: LazyPattern(r"\b(?:même|quel\w* que)\b"),
        Mark.ALL: LazyPattern(r"\b(?:tou(?:t|te|s|tes)|toujours|chaque|n['’]importe)\b"),
        Mark.BEFORE: LazyPattern(r"\bavant\b"),
        Mark.AFTER: LazyPattern(r"\baprès\b|\bune fois\b"),
        Mark.MUST: LazyPattern(
            r"(?<!ne )\b(?:doi\w+|dev(?:ez|ons)|faut|obligatoire\w*|nécessaire\w*)\b"
        ),
        Mark.SHOULD: LazyPattern(r"\b(?:devrai\w+|conseillé\w*|recommandé\w*)\b"),
        Mark.MAY: LazyPattern(r"\b(?:peu[tvx]\w*|pouv\w+|pourr\w+|possible\w*|autorisé\w*)\b"),
        Mark.CONDITION: LazyPattern(
            r"\b(?:si|s['’]ils?|quand|lorsqu\w*|à condition|à moins|en cas)\b"
        ),
    },
)
