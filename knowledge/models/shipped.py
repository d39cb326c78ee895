"""The embedders that run on this machine. Another one is a file in a folder here, and a row."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from knowledge.models.e5.plain import MultilingualE5
from knowledge.models.embedder import Embedder
from knowledge.models.use.answers import AnswerEncoder

EMBEDDERS: Mapping[str, Callable[[], Embedder]] = MappingProxyType(
    {"use": AnswerEncoder, "e5": MultilingualE5}
)
"""By the name in `STOREWISE_EMBEDDER`; its `auto` is the first one, and the bi-encoder."""
