"""The playground in a browser, as somebody uses it who decides whether to connect a chat."""

import json

import pytest

from tests.e2e_web.conftest import Browser

ENGLISH = "How long do customers have to return headphones?"
KOREAN = "미개봉 헤드폰은 며칠 안에 환불되나요?"


@pytest.mark.parametrize(
    ("locale", "question", "answer"),
    [("en-US", ENGLISH, "within 14 days"), ("ko-KR", KOREAN, "14일 이내")],
)
async def test_both_chats_show_the_answer_side_by_side(
    opened: Browser, locale: str, question: str, answer: str
) -> None:
    async with opened.page(locale) as page:
        await opened.ask(page, question)

        for chat in ("slack", "teams"):
            pane = page.locator(f".panes .{chat}")
            assert answer in await pane.inner_text()
            assert await pane.is_visible()
        slack = await page.locator(".panes .slack").bounding_box()
        teams = await page.locator(".panes .teams").bounding_box()
        assert slack["x"] + slack["width"] < teams["x"]
        await opened.shoot(page, f"playground-{locale[:2]}")


async def test_on_a_phone_the_chats_are_tabs_and_nothing_is_wider_than_the_screen(
    opened: Browser,
) -> None:
    async with opened.page(width=375) as page:
        await opened.ask(page, ENGLISH)
        slack, teams = page.locator(".panes .slack"), page.locator(".panes .teams")
        assert (await slack.is_visible(), await teams.is_visible()) == (True, False)

        await page.get_by_role("button", name="Teams").click()

        assert (await slack.is_visible(), await teams.is_visible()) == (False, True)
        assert await page.evaluate("document.documentElement.scrollWidth") <= 375
        await opened.shoot(page, "playground-phone")


async def test_the_buttons_do_what_they_do_in_a_chat(opened: Browser) -> None:
    async with opened.page() as page:
        await opened.ask(page, "When are customers refunded to their card?")
        await page.locator(".slack").get_by_role("button", name="View sources").click()

        passage = page.locator(".sources .passage").first
        marked = await passage.locator("mark").all_inner_texts()
        text = await passage.inner_text()
        assert marked
        assert [one for one in marked if one not in text] == []


async def test_a_suggestion_asks_in_the_thread(opened: Browser) -> None:
    async with opened.page() as page:
        buttons: list[str] = []
        for _ in range(60):  # suggestions are tried while nobody asks, ten seconds after the start
            await opened.ask(page, "How long is a Haneul gift card valid?")
            last = page.locator(".turn").last.locator(".slack .s-actions button:enabled")
            buttons = [one for one in await last.all_inner_texts() if one != "View sources"]
            if buttons:
                break
            await page.wait_for_timeout(1000)
        asked = await page.locator(".turn").count()
        await (
            page.locator(".turn")
            .last.locator(".slack")
            .get_by_role("button", name=buttons[0])
            .click()
        )
        await page.locator(".turn .panes").nth(asked).wait_for()

        assert await page.locator(".turn").count() == asked + 1


async def test_the_card_of_teams_is_drawn_by_microsoft_s_renderer(opened: Browser) -> None:
    async with opened.page() as page:
        await opened.ask(page, ENGLISH)
        await page.locator(".t-references summary").first.click()
        drawn = page.locator(".t-references .ac-adaptiveCard").first

        assert "14 days" in await drawn.inner_text()


async def test_a_follow_up_is_understood_in_its_thread_only(opened: Browser) -> None:
    async with opened.page() as page:
        await opened.ask(page, "How much is the staff discount?")
        await opened.ask(page, "and in February 2026?")
        later = await page.locator(".turn").nth(1).locator(".slack").inner_text()
        await page.get_by_role("button", name="New thread").click()

        assert "15%" in later
        assert await page.locator(".turn").count() == 0


async def test_a_version_of_the_time_line_sets_the_day(opened: Browser) -> None:
    async with opened.page() as page:
        await page.get_by_role("button", name="Documents").click()
        row = page.locator("#documents tr", has_text="staff-discount-en")
        await row.get_by_role("button").first.click()
        day = await page.locator("[name=as_of]").input_value()
        await opened.ask(page, "How much is the staff discount?")

        assert day
        assert "15%" in await page.locator(".slack").inner_text()


async def test_why_tells_steps_passages_and_signs(opened: Browser) -> None:
    async with opened.page() as page:
        await opened.ask(page, "How much float is in every till in the morning?")
        await page.locator(".why summary").click()
        why = await page.locator(".why").inner_text()
        await page.locator(".json summary").click()
        shown = json.loads(await page.locator(".json pre").inner_text())

        assert "retrieve" in why
        assert "Passages found" in why
        assert "cited" in why
        assert shown["outcome"] == "answer"


async def test_managers_see_what_is_for_them(opened: Browser) -> None:
    question = "When is a cash shortage investigated?"
    async with opened.page() as page:
        await page.select_option("[name=role]", "manager")
        await opened.ask(page, question)
        manager = await page.locator(".turn").nth(0).locator(".sources").count()
        titles = await page.locator(".turn").nth(0).locator(".sources h4").all_text_contents()
        await page.get_by_role("button", name="New thread").click()
        await page.select_option("[name=role]", "staff")
        await opened.ask(page, question)
        staff = await page.locator(".turn").nth(0).locator(".sources h4").all_text_contents()

        assert manager
        assert any("Cash Shortage Investigation" in one for one in titles)
        assert not any("Cash Shortage Investigation" in one for one in staff)


async def test_a_run_shows_its_progress_and_its_report(opened: Browser) -> None:
    async with opened.page() as page:
        await page.get_by_role("button", name="Documents").click()
        await page.get_by_role("button", name="Reindex").click()
        await page.get_by_role("dialog").get_by_role("button", name="Reindex").click()
        await page.locator("#progress pre").wait_for(timeout=60_000)

        assert "50 documents" in await page.locator("#progress").inner_text()
        assert await page.locator("#documents tbody tr").count() > 40


async def test_reports_are_a_page_of_their_own(opened: Browser) -> None:
    async with opened.page("ko-KR", 375) as page:
        await page.locator("[data-page=reports]").click()
        await page.locator("#report section").first.wait_for()
        await page.select_option("[name=kind]", "contradictions")
        await page.get_by_text("30 days ≠ 14 days").wait_for()
        found = await opened.findings(page)
        await opened.shoot(page, "reports-375")

        assert found == []
        assert await page.evaluate("document.documentElement.scrollWidth") <= 375


async def test_the_language_of_the_page_is_one_click(opened: Browser) -> None:
    async with opened.page() as page:
        await page.locator("#language").click()

        assert await page.locator("#who-asks").inner_text() == "질문하는 사람"
        assert await page.evaluate("document.documentElement.lang") == "ko"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280])
async def test_axe_finds_nothing_serious(opened: Browser, scheme: str, width: int) -> None:
    async with opened.page("ko-KR", width, scheme) as page:
        await opened.ask(page, KOREAN)
        for summary in await page.locator("summary:visible").all():
            await summary.click()
        found = await opened.findings(page)
        await opened.shoot(page, f"open-{scheme}-{width}")
        await page.locator("[data-page=library]").click()
        await page.locator("#documents table").wait_for()
        found += await opened.findings(page)
        await opened.shoot(page, f"documents-{scheme}-{width}")

        assert found == []


async def test_it_can_be_used_by_keyboard_alone(opened: Browser) -> None:
    async with opened.page() as page:
        await page.keyboard.type(ENGLISH)
        await page.keyboard.press("Enter")
        await page.locator(".panes").wait_for()
        reached: set[str] = set()
        for _ in range(40):
            await page.keyboard.press("Tab")
            text = await page.evaluate("document.activeElement.textContent")
            reached.add(text.strip())

        assert "View sources" in reached
        assert any(one.startswith("Sources") for one in reached)


@pytest.mark.parametrize(
    ("locale", "shown", "question"), [("en-US", "Gangnam", ENGLISH), ("ko-KR", "강남점", KOREAN)]
)
async def test_a_store_is_chosen_by_its_name_and_shown_with_the_answer(
    opened: Browser, locale: str, shown: str, question: str
) -> None:
    async with opened.page(locale) as page:
        await page.select_option("[name=store]", label=shown)
        await opened.ask(page, question)

        for chat in ("slack", "teams"):
            assert shown in await page.locator(f".panes .{chat}").inner_text()
        await opened.shoot(page, f"playground-store-{locale[:2]}")


@pytest.mark.parametrize(
    ("locale", "tab", "opens"),
    [("en-US", "Documents", "What the bot reads"), ("ko-KR", "문서", "봇이 읽은 내용")],
)
async def test_what_the_bot_reads_of_a_document_is_opened(
    opened: Browser, locale: str, tab: str, opens: str
) -> None:
    async with opened.page(locale) as page:
        await page.get_by_role("button", name=tab).click()
        row = page.locator("#documents tr", has_text="refund-policy-en")
        await row.get_by_text(opens).click()

        passage = row.locator(".passage", has_text="within 14 days")
        await passage.first.wait_for()
        await opened.shoot(page, f"playground-read-{locale[:2]}")


async def test_what_has_changed_since_the_index_is_shown(opened: Browser) -> None:
    async with opened.page() as page:
        await page.get_by_role("button", name="Documents").click()
        await page.get_by_role("button", name="What has changed").click()
        said = page.locator("#progress pre")
        await said.wait_for()

        assert "no documents have changed" in (await said.inner_text()).lower()


@pytest.mark.parametrize(
    ("locale", "welcome"),
    [("en-US", "Welcome! Ask about"), ("ko-KR", "안녕하세요! 직원처럼")],
)
async def test_whoever_opens_it_is_welcomed_with_questions_to_ask(
    opened: Browser, locale: str, welcome: str
) -> None:
    async with opened.page(locale) as page:
        line = page.locator("#welcome")
        await opened.shoot(page, f"playground-first-{locale[:2]}")
        said, examples = await line.inner_text(), await page.locator("#examples button").count()
        await opened.ask(page, KOREAN)

        assert said.startswith(welcome)
        assert examples >= 3
        assert not await line.is_visible()


async def test_two_enters_and_two_clicks_ask_once(opened: Browser) -> None:
    async with opened.page() as page:
        sent: list[str] = []
        page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/ask") else None)
        for _ in range(2):
            await page.fill("#question", ENGLISH)
            await page.press("#question", "Enter")
        await page.locator(".turn .panes").wait_for()
        await page.get_by_role("button", name="New thread").click()
        await page.locator("#examples button").first.dblclick()
        await page.locator(".turn .panes").wait_for()

        assert len(sent) == 2
        assert await page.locator(".turn").count() == 1


@pytest.mark.parametrize(
    ("locale", "button", "said", "cancel"),
    [
        ("en-US", "Roll back", "Go back to the previous index?", "Cancel"),
        ("ko-KR", "다시 색인", "모든 문서를 다시 읽을까요?", "취소"),
    ],
)
async def test_what_changes_everybody_s_answers_is_asked_first(
    opened: Browser, locale: str, button: str, said: str, cancel: str
) -> None:
    async with opened.page(locale) as page:
        sent: list[str] = []
        page.on("request", lambda one: sent.append(one.url) if one.url.endswith("/run") else None)
        await page.locator("[data-page=library]").click()
        await page.get_by_role("button", name=button).click()
        dialog = page.get_by_role("dialog")
        asked = await dialog.inner_text()
        await opened.shoot(page, f"playground-sure-{locale[:2]}")
        await dialog.get_by_role("button", name=cancel).click()
        await page.get_by_role("button", name=button).click()
        await page.keyboard.press("Escape")

        assert said in asked
        assert not await dialog.is_visible()
        assert sent == []


@pytest.mark.parametrize(
    ("locale", "said"),
    [("en-US", "I can't reach the server."), ("ko-KR", "서버에 연결할 수 없습니다.")],
)
async def test_a_server_that_is_gone_is_said_in_plain_words(
    opened: Browser, locale: str, said: str
) -> None:
    async with opened.page(locale, complains=True) as page:
        await page.context.set_offline(True)
        await page.fill("#question", ENGLISH)
        await page.press("#question", "Enter")
        told = await page.locator(".turn .wrong").inner_text()
        await opened.shoot(page, f"playground-lost-{locale[:2]}")
        await page.context.set_offline(False)
        await opened.ask(page, ENGLISH)

        assert told.startswith(said)


@pytest.mark.parametrize(
    ("locale", "day"), [("en-US", "Mar 1, 2026"), ("en-GB", "1 Mar 2026"), ("ko-KR", "2026. 3. 1.")]
)
async def test_days_are_written_as_the_reader_writes_them(
    opened: Browser, locale: str, day: str
) -> None:
    async with opened.page(locale) as page:
        await page.locator("[data-page=library]").click()
        row = page.locator("#documents tr", has_text="refund-policy-en")
        await row.wait_for()

        assert day in await row.inner_text()
        assert "2026-03-01" not in await row.inner_text()
