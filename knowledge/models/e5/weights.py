"""What the product adds to the model's weights."""

from collections.abc import Mapping
from importlib import resources

import numpy as np

from knowledge.models.e5.file import Matrix


def added(name: str) -> Mapping[str, Matrix]:
    """The arrays of an adaptation: of the `bi_encoder` or the `cross_encoder`."""
    file = resources.files("knowledge.models.e5") / f"{name}.npz"
    with file.open("rb") as opened, np.load(opened) as arrays:
        return {one: arrays[one].astype(np.float32) for one in arrays.files}
