"""What may be asked next: neighbouring sections that can really be found."""

from dataclasses import dataclass, field, replace

from bot.answering.suggestions import suggestions
from bot.model import Citation
from knowledge.model import Audience, Filters, Found, Header, Passage
from tests.fakes import FakeHistory, FakeSearch
from tests.unit.bot import given

ASKED = given.question("how long can customers return headphones?")
HEADER = given.passage(title="Refund Policy").header


def section(heading: str, place: int, header: Header = HEADER) -> Passage:
    text = f"About {heading}."
    name = f"{header.key}#{place}"
    return Passage(name, header, (heading,), text, place * 100, place * 100 + len(text))


SECTIONS = [
    section(heading, place)
    for place, heading in enumerate(
        ("Before", "Refund window", "Proof of purchase", "How the money goes back", "At the till")
    )
]


@dataclass
class Sections(FakeHistory):
    """The sections of one document."""

    passed: list[Passage] = field(default_factory=lambda: list(SECTIONS))

    async def passages(self, header: Header) -> list[Passage]:
        return self.passed


@dataclass
class Finding(FakeSearch):
    """Finds the section whose heading is asked for."""

    async def find(self, text: str, filters: Filters, limit: int = 6) -> Found:
        await super().find(text, filters, limit)
        return given.found(text, *(one for one in SECTIONS if one.section[-1] in text))


async def suggested(*cited: Passage) -> tuple[str, ...]:
    search = Finding(history=Sections())
    return await suggestions(ASKED, [Citation(one, one.text) for one in cited], search)


async def test_the_sections_after_the_cited_one_come_first() -> None:
    assert await suggested(SECTIONS[1]) == (
        "Refund Policy: Proof of purchase",
        "Refund Policy: How the money goes back",
        "Refund Policy: At the till",
    )


async def test_then_those_before_it() -> None:
    assert (await suggested(SECTIONS[3]))[1:] == (
        "Refund Policy: Proof of purchase",
        "Refund Policy: Refund window",
    )


async def test_what_is_cited_already_is_not_suggested() -> None:
    found = await suggested(SECTIONS[1], SECTIONS[2])

    assert "Refund Policy: Proof of purchase" not in found


async def test_what_the_search_does_not_find_again_is_not_suggested() -> None:
    search = FakeSearch([given.found("x", given.passage())], history=Sections())

    assert await suggestions(ASKED, [Citation(SECTIONS[1], SECTIONS[1].text)], search) == ()


async def test_nothing_is_suggested_without_a_citation() -> None:
    assert await suggested() == ()


async def test_suggestions_are_looked_up_as_the_person_may_see() -> None:
    search = Finding(history=Sections())
    asked = replace(ASKED, filters=replace(ASKED.filters, audience=Audience.MANAGER))

    await suggestions(asked, [Citation(SECTIONS[1], SECTIONS[1].text)], search)

    assert {one.filters for one in search.searches} == {asked.filters}
