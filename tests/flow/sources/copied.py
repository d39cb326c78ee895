"""A store whose documents lie elsewhere: fetches them, and reads the copy as a run does."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

from adapters.sources.copier import Limits
from adapters.sources.copies import Copies, Open
from adapters.sources.opening import Opening
from bot.model.health import Trouble
from bot.settings import SourcesSettings, TeamsSettings
from knowledge.model.documents import Document
from knowledge.model.places import COPIES, Places
from knowledge.model.report import Skipped
from knowledge.read import Reading, read_folder
from knowledge.read.source import is_wanted

NO_GRACE = Limits(grace=timedelta(0))


class Store:
    """Where copies of documents are kept."""

    def __init__(
        self,
        data: Path,
        address: str,
        rights: SourcesSettings | None = None,
        limits: Limits = NO_GRACE,
        opens: Open | None = None,
    ) -> None:
        self.data = data
        self.source = Places.written(address, data)
        opens = opens or Opening(rights or SourcesSettings(), TeamsSettings())
        self.copies = Copies(data / COPIES, opens, is_wanted, limits)

    @property
    def folder(self) -> Path:
        return self.source.paths[0]

    async def fetch(self) -> Sequence[Skipped]:
        return await self.copies.fetch(self.source, lambda _: None)

    async def trouble(self) -> Trouble | None:
        return await self.copies.trouble(self.source)

    def copied(self, name: str) -> str:
        """A file of the copy as it is."""
        return (self.folder / name).read_text(encoding="utf-8")

    def names(self) -> list[str]:
        """The documents of the copy, without reading them."""
        found = (one for one in self.folder.rglob("*") if one.is_file())
        names = (one.relative_to(self.folder).as_posix() for one in found)
        return sorted(one for one in names if not one.endswith(".source.yaml"))

    def read(self) -> Reading:
        return read_folder(self.source.paths)

    def documents(self) -> dict[str, Document]:
        """The documents of a run, by the path of each."""
        return {one.header.source: one for one in self.read().documents}

    def texts(self) -> dict[str, str]:
        return {name: one.text.strip() for name, one in self.documents().items()}
