"""An embedder whose meanings a reader of a test can see."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from knowledge.embedding import Vector
from knowledge.errors import EmbedderUnavailableError

_MEANINGS = (
    ("refund", "money back", "환불", "돈을 돌려"),
    ("headphones", "earphones", "헤드폰", "이어폰"),
    ("coffee", "latte", "커피", "라떼"),
    ("hours", "open", "영업", "시간"),
    ("clothes", "shirt", "의류", "옷"),
)


@dataclass
class FakeEmbedder:
    """Knows a few meanings in two languages; keeps what it was asked, fails when it is told to."""

    name: str = "fake/6"
    scale: float = 0.8
    error: EmbedderUnavailableError | None = None
    asked: list[str] = field(default_factory=list)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        self.asked.extend(texts)
        if self.error is not None:
            raise self.error
        return [_vector(text.lower()) for text in texts]


def _vector(text: str) -> Vector:
    counts = [float(sum(text.count(word) for word in words)) for words in _MEANINGS]
    vector = np.asarray([*counts, 0.1], dtype=np.float32)
    return vector / np.float32(np.linalg.norm(vector))
