#!/usr/bin/env python3
"""Make the binary files of the sample handbook (one PDF, one DOCX, one XLSX, one PPTX).

    pip install fpdf2 python-docx openpyxl python-pptx
    python .ci/sample_binaries.py [OUTPUT_FOLDER]

The text of the files lives in this script, and the output is deterministic:
all dates inside the files are fixed, so a second run writes the same bytes
(with the same versions of the libraries).
"""

from __future__ import annotations

import io
import re
import sys
import zipfile
from datetime import UTC, datetime, time
from pathlib import Path

FIXED_DATE = datetime(2026, 8, 18, 9, 0, 0, tzinfo=UTC)
DEFAULT_FOLDER = Path(__file__).resolve().parent.parent / "knowledge" / "sample" / "files"

# Block kinds: ("h1" | "h2" | "p", text), ("list" | "steps", [items]),
# ("table", [header, row, ...]), ("page", None) starts a new page.

PDF_TITLE = "Food Safety and Allergen Guide"
PDF_BLOCKS = [
    ("h1", "Temperatures"),
    (
        "p",
        "Store fridges are kept between 0 °C and 5 °C, and freezers are kept at -18 °C or colder. "
        "Hot food in the display is kept at 60 °C or hotter.",
    ),
    (
        "p",
        "Fridge temperatures in cafés are checked three times a day, at opening, at 14:00 and at closing, "
        "and every reading is written on form HM-SF-03.",
    ),
    ("h2", "When a fridge is too warm"),
    (
        "steps",
        [
            "Close the door and measure again after 30 minutes.",
            "If the fridge is still above 5 °C, move the food to another fridge and call Facilities.",
            "Throw away ready-to-eat food that has been above 5 °C for more than 2 hours, and log it on form HM-IN-03.",
            "Write the cause and the action on form HM-SF-03 before the end of the shift.",
        ],
    ),
    ("h2", "Power cuts"),
    (
        "p",
        "Keep all fridge and freezer doors closed during a power cut and write down the time when it began. "
        "After a power cut of more than 2 hours, measure the temperature of the food before you sell anything. "
        "Frozen food that has started to thaw must never be frozen again.",
    ),
    ("h2", "Deliveries"),
    (
        "p",
        "Chilled goods that arrive warmer than 8 °C are rejected. "
        "Chilled goods go into the fridge within 20 minutes of arrival.",
    ),
    ("h1", "Shelf life after opening"),
    (
        "p",
        "Write the date and the time of opening on every opened package in the café. "
        "The shorter of the two dates counts: the maker's date or the limit in this table.",
    ),
    (
        "table",
        [
            ["Food", "Limit after opening", "Storage"],
            ["Milk", "2 days", "fridge"],
            ["Oat milk", "4 days", "fridge"],
            ["Whipped cream", "24 hours", "fridge"],
            ["Sandwich filling", "same day", "fridge"],
            ["Syrup", "30 days", "shelf"],
            ["Roasted coffee beans", "14 days", "closed hopper or bag"],
        ],
    ),
    (
        "p",
        "Opened milk is used within 2 days, opened oat milk within 4 days, and whipped cream within 24 hours. "
        "Opened syrup is used within 30 days. Cakes and sandwiches may stay at room temperature "
        "for no longer than 2 hours.",
    ),
    ("page", None),
    ("h1", "Personal hygiene"),
    (
        "p",
        "Wash your hands with soap for 30 seconds before a shift, after using the toilet, after handling waste "
        "and after handling cash. Employees with diarrhoea or vomiting do not handle food until 48 hours "
        "after the symptoms have stopped.",
    ),
    (
        "p",
        "Cover every cut with a blue waterproof plaster and wear a glove over it. "
        "The only jewellery allowed for employees who handle food is one plain ring.",
    ),
    ("h1", "Cleaning times"),
    (
        "table",
        [
            ["Equipment", "How often", "How"],
            ["Milk steam pitcher", "after every use", "rinse with hot water"],
            ["Cleaning cloths", "every 2 hours", "change for a fresh cloth"],
            ["Bread tongs", "every 4 hours", "use a washed pair"],
            ["Espresso machine", "every day at closing", "detergent, 15 minutes"],
            ["Grinder hopper", "every Sunday at closing", "take apart and wash"],
            ["Ice machine", "first Tuesday of the month", "descale and disinfect"],
        ],
    ),
    (
        "p",
        "The ice machine is descaled and disinfected on the first Tuesday of every month. "
        "Bread tongs are changed every 4 hours, and cleaning cloths are changed every 2 hours.",
    ),
    ("page", None),
    ("h1", "Allergens"),
    ("h2", "What to tell a customer"),
    (
        "p",
        "Always answer an allergen question from the allergen table and never from memory. "
        "Never tell a customer that a drink or a cake is free of allergens, because milk, wheat and nuts are "
        "handled on the same counter.",
    ),
    (
        "p",
        "Offer a sealed, packaged product to a customer with a severe allergy. "
        "An order with an allergy note gets a purple sticker on the cup, and the purple-handled pitcher is used "
        "only for oat milk.",
    ),
    (
        "p",
        "Changing milk to oat milk costs 500 won extra and is free of charge for Gold members. "
        "The black sesame latte can be made with oat milk, but it still contains sesame.",
    ),
    ("h2", "Allergen table"),
    (
        "table",
        [
            ["Product", "Contains", "SKU"],
            ["Black sesame latte", "milk, sesame", "CF-1001"],
            ["Yuja sparkling", "none of the listed allergens", "CF-1002"],
            ["Omija iced tea", "none of the listed allergens", "CF-1003"],
            ["Pumpkin scone", "wheat, milk, egg", "CF-2001"],
            ["Chestnut financier", "wheat, milk, egg, almond", "CF-2002"],
            ["Perilla walnut cookie", "wheat, egg, walnut", "CF-2003"],
            ["Injeolmi cream cake", "wheat, milk, egg, soy", "CF-2004"],
            ["Ham and cheese sandwich", "wheat, milk, egg, soy, pork", "CF-2005"],
        ],
    ),
    (
        "p",
        "The chestnut financier contains wheat, milk, egg and almond. "
        "The perilla walnut cookie contains wheat, egg and walnut. "
        "The pumpkin scone contains wheat, milk and egg.",
    ),
    ("h1", "Allergic reactions"),
    (
        "p",
        "Call 119 at once when a customer has swollen lips or trouble breathing after eating. "
        "Keep the packaging and the receipt of the food, and complete form HM-SF-01 within 24 hours. "
        "Employees never give medicine to a customer.",
    ),
    ("page", None),
    ("h1", "Product recalls"),
    (
        "p",
        "A recall notice appears as a red window in the stock app and on the till. "
        "After a class 1 or class 2 recall notice, all affected goods are taken off sale within 1 hour.",
    ),
    (
        "steps",
        [
            "Check the product name, the SKU, the lot number and the use-by date in the notice.",
            "Search the shelves, the storeroom, the fridges, the returns cage and the pickup shelf.",
            'Put the goods into a box marked "do not sell" and close it with tape.',
            "Write the quantity on form HM-RC-01, even if it is zero.",
            'Press "recall done" in the stock app within 4 hours of the notice.',
        ],
    ),
    (
        "p",
        "Customers get a full refund for a recalled product without a receipt, opened or not. "
        "The recall poster stays at the door and at the tills for 30 days. "
        "Supply Chain collects the sealed recall boxes within 14 days.",
    ),
    ("h1", "Foreign objects and pests"),
    (
        "p",
        "A foreign object in food is reported to the Food Safety Team within 1 hour. "
        "Keep the object and the food in a sealed bag in the fridge.",
    ),
    (
        "p",
        "If you see a mouse, a cockroach or droppings, close the food counter, take a photo, "
        "and call Facilities; pest control comes within 24 hours. "
        "The food counter opens again only when the Food Safety Team agrees.",
    ),
    ("h1", "Forms used in this guide"),
    (
        "list",
        [
            "Form HM-SF-03 is the fridge temperature log.",
            "Form HM-IN-03 is the waste log.",
            "Form HM-SF-01 is the incident report for injuries and allergic reactions.",
            "Form HM-RC-01 is the recall action sheet and is kept for 2 years.",
        ],
    ),
]

DOCX_TITLE = "개점·마감 체크리스트"
DOCX_BLOCKS = [
    (
        "p",
        "이 체크리스트는 편의점과 의류 매장에서 하루를 열고 닫을 때 쓰는 순서표입니다. "
        "의류 매장의 영업시간은 평일과 주말 모두 10:30부터 21:00까지이고, 편의점은 24시간 영업합니다.",
    ),
    ("h1", "개점 전"),
    (
        "p",
        "개점 담당자는 영업 시작 30분 전에 출근합니다. "
        "출입문이나 셔터가 부서져 있으면 들어가지 말고 밖에서 112에 신고합니다.",
    ),
    (
        "steps",
        [
            "경보를 끄고 조명과 냉난방기를 켭니다.",
            "계산대마다 준비금 20만 원을 두 사람이 세고 HM-CA-01 양식에 적습니다.",
            "인수인계 노트와 상품 회수 게시판을 읽습니다.",
            "냉장고와 냉동고의 온도를 재서 HM-SF-03 양식에 적습니다.",
            "고객 통로에 걸려 넘어질 물건이 없는지 확인합니다.",
        ],
    ),
    ("h2", "의류 매장"),
    (
        "list",
        [
            "의류 매장은 개점 전에 피팅룸 거울을 닦고 피팅룸마다 옷걸이를 6개씩 둡니다.",
            "마네킹 의상은 매주 수요일 개점 전에 바꿉니다.",
            "도난 방지 게이트는 개점 10분 전에 시험용 택으로 작동을 확인합니다.",
        ],
    ),
    ("h2", "편의점"),
    (
        "list",
        [
            "편의점은 아침 손님이 몰리기 전에 소비기한이 지난 도시락을 뺍니다.",
            "온장고는 55℃로 맞추고, 온장고 음료는 2주가 지나면 뺍니다.",
            "커피 기계의 우유 통은 매일 05:00에 씻습니다.",
        ],
    ),
    ("h1", "영업 중"),
    (
        "p",
        "고객 화장실은 2시간마다 점검하고 문 안쪽 점검표에 서명합니다. "
        "피팅룸은 30분마다 확인합니다. 바닥에 흘린 것은 바로 닦고, 미끄럼 주의 표지판을 20분 이상 세워 둡니다.",
    ),
    (
        "table",
        [
            ["시각", "할 일", "담당"],
            ["10:00", "매장 바닥 쓸기", "오전 근무자"],
            ["15:00", "매장 바닥 쓸기, 가격표 점검", "오후 근무자"],
            ["18:00", "택배 발송 마감 확인(편의점)", "오후 근무자"],
            ["20:00", "매장 바닥 쓸기", "마감 근무자"],
        ],
    ),
    (
        "p",
        "매장 바닥은 10:00, 15:00, 20:00에 씁니다. 교대할 때 인수인계는 10분 동안 계산대에서 떨어진 곳에서 합니다.",
    ),
    ("h1", "마감"),
    (
        "p",
        "의류 매장은 영업 종료 15분 전과 5분 전에 안내 방송을 합니다. "
        "21:00에 이미 의류 매장 안에 있는 고객에게는 15분 동안 계산할 시간을 드립니다.",
    ),
    (
        "steps",
        [
            "문을 잠근 뒤 피팅룸, 화장실, 창고에 남은 사람이 있는지 확인합니다.",
            "계산대를 정산하고 매출금을 투입식 금고에 넣습니다.",
            "시재 차이를 확인하고 HM-CA-01 양식에 적습니다.",
            "냉장고와 냉동고를 뺀 모든 전원을 끕니다.",
            "경보를 켜고 두 사람 이상이 함께 나갑니다.",
        ],
    ),
    (
        "p",
        "마감할 때는 누구도 혼자 매장에 남지 않습니다. "
        "24시간 편의점은 매일 02:00에 하루 매출을 마감합니다.",
    ),
    ("h1", "열쇠와 경보"),
    (
        "p",
        "매장 열쇠는 점장이 지정한 직원만 가지고 다니며, 열쇠를 잃어버리면 1시간 이내에 점장에게 알립니다. "
        "열쇠를 잃어버린 매장은 24시간 이내에 자물쇠를 바꿉니다. 경보 비밀번호는 다른 직원과 나누어 쓰지 않습니다.",
    ),
]

XLSX_TITLE = "매장 소모품 발주표"
XLSX_SUPPLIES = [
    ["품목", "쓰는 매장", "발주 단위", "최소 보유", "한 번에 최대"],
    ["영수증 용지", "모든 매장", "50롤들이 상자", 2, 5],
    ["가격표 라벨지", "모든 매장", "20롤들이 상자", 1, 3],
    ["뜨거운 음료 컵 뚜껑", "카페", "1,000개들이 상자", 3, 8],
    ["종이 빨대", None, "2,000개들이 상자", 2, 6],
    ["나무 젓는 막대", None, "5,000개들이 상자", 1, 2],
    ["나무젓가락", "편의점", "3,000개들이 상자", 2, 6],
    ["플라스틱 옷걸이", "의류 매장", "100개들이 상자", 1, 4],
]
XLSX_ORDERS = [
    ["매장", "발주", None, "도착 요일"],
    [None, "요일", "마감 시각", None],
    ["카페", "월요일", time(14), "수요일"],
    ["편의점", "화요일", time(14), "목요일"],
    ["의류 매장", "수요일", time(12), "금요일"],
]
XLSX_NOTE = "※ 급한 소모품은 가까운 매장에서 빌리고 HM-SP-01 양식에 적습니다."

PPTX_TITLE = "Self-Checkout Training"
# Title, block as above, speaker notes.
PPTX_SLIDES = [
    (
        "Start of a shift",
        (
            "list",
            [
                "Wipe the screens with a dry cloth.",
                "Change the roll of receipt paper when the red stripe shows.",
                "Log in with your own attendant badge.",
            ],
        ),
        "One attendant looks after no more than four machines. "
        "Lock the machines with the attendant badge before you leave them, even for a minute.",
    ),
    (
        "What the lights mean",
        (
            "table",
            [
                ["Light", "Meaning", "What you do"],
                ["Green", "The machine is ready.", "Nothing."],
                ["Yellow", "The customer needs help.", "Be there within 30 seconds."],
                ["Red", "The machine has stopped.", "Lead the customer to another machine."],
            ],
        ),
        "Say hello before you touch the screen: it is the customer's purchase.",
    ),
    (
        "When the scale disagrees",
        (
            "steps",
            [
                "Ask the customer to take everything off the scale.",
                "Press 'weigh again' and put the goods back one by one.",
                "If it still disagrees, scan the goods yourself and press 'approve'.",
            ],
        ),
        "Never say that the machine suspects somebody. "
        "Call the shift leader after the third approval in one purchase.",
    ),
    (
        "End of a shift",
        (
            "list",
            [
                "Empty the bin for unwanted receipts.",
                "Hand the attendant badge to the shift leader.",
            ],
        ),
        "Tell the shift leader at once when the badge is missing.",
    ),
]


def make_pdf() -> bytes:
    from fpdf import FPDF
    from fpdf.enums import XPos, YPos
    from fpdf.fonts import FontFace

    class Guide(FPDF):
        def footer(self) -> None:
            self.set_y(-15)
            self.set_font("Helvetica", "", 9)
            self.cell(0, 10, f"Page {self.page_no()} of {{nb}}", align="C")

    pdf = Guide(format="A4")
    pdf.set_creation_date(FIXED_DATE)
    pdf.set_title(PDF_TITLE)
    pdf.set_author("Haneul Market")
    pdf.set_lang("en")
    pdf.set_margins(22, 20, 22)
    pdf.set_auto_page_break(True, margin=20)
    pdf.add_page()

    def block(
        text: str, size: float, style: str = "", height: float = 6, indent: float = 0
    ) -> None:
        pdf.set_font("Helvetica", style, size)
        if indent:
            pdf.set_x(pdf.l_margin + indent)
        pdf.multi_cell(0, height, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    block(PDF_TITLE, 20, "B", 10)
    pdf.ln(2)
    block("Haneul Market handbook for cafés. Version 3, in force from 1 August 2026.", 11)
    for kind, value in PDF_BLOCKS:
        if kind == "h1":
            pdf.ln(5)
            block(value, 15, "B", 8)
            pdf.ln(1)
        elif kind == "h2":
            pdf.ln(3)
            block(value, 12.5, "B", 7)
        elif kind == "p":
            pdf.ln(1)
            block(value, 11)
        elif kind in ("list", "steps"):
            pdf.ln(1)
            for number, item in enumerate(value, 1):
                block(f"{number}. {item}" if kind == "steps" else f"- {item}", 11, indent=4)
        elif kind == "table":
            pdf.ln(2)
            pdf.set_font("Helvetica", "", 10.5)
            with pdf.table(
                line_height=6.5,
                text_align="LEFT",
                headings_style=FontFace(emphasis="BOLD"),
                col_widths=(34, 40, 26),
            ) as table:
                for row in value:
                    table.row(row)
            pdf.ln(1)
        elif kind == "page":
            pdf.add_page()
    return bytes(pdf.output())


def make_docx() -> bytes:
    from docx import Document
    from docx.oxml.ns import qn

    document = Document()
    style = document.styles["Normal"]
    style.font.name = "Malgun Gothic"
    style.element.rPr.rFonts.set(qn("w:eastAsia"), "Malgun Gothic")
    properties = document.core_properties
    properties.title = DOCX_TITLE
    properties.author = "Haneul Market"
    properties.last_modified_by = "Haneul Market"
    properties.comments = ""
    properties.language = "ko-KR"
    properties.revision = 2
    properties.created = properties.modified = FIXED_DATE.replace(tzinfo=None)

    numbering = document.part.numbering_part.element
    style_number = document.styles["List Number"].element.pPr.numPr.numId.val
    abstract = numbering.num_having_numId(style_number).abstractNumId.val

    def restarted_numbering() -> int:
        """Each list of steps begins at 1 again."""
        number = numbering.add_num(abstract)
        number.add_lvlOverride(ilvl=0).add_startOverride(1)
        return number.numId

    document.add_heading(DOCX_TITLE, level=0)
    for kind, value in DOCX_BLOCKS:
        if kind in ("h1", "h2"):
            document.add_heading(value, level=int(kind[1]))
        elif kind == "p":
            document.add_paragraph(value)
        elif kind == "list":
            for item in value:
                document.add_paragraph(item, style="List Bullet")
        elif kind == "steps":
            number = restarted_numbering()
            for item in value:
                properties = (
                    document.add_paragraph(item, style="List Number")
                    ._p.get_or_add_pPr()
                    .get_or_add_numPr()
                )
                properties.get_or_add_ilvl().val = 0
                properties.get_or_add_numId().val = number
        elif kind == "table":
            table = document.add_table(rows=0, cols=len(value[0]), style="Table Grid")
            for row in value:
                for cell, text in zip(table.add_row().cells, row, strict=True):
                    cell.text = text
    raw = io.BytesIO()
    document.save(raw)
    return with_fixed_dates(raw)


def make_xlsx() -> bytes:
    from openpyxl import Workbook
    from openpyxl.styles import Font, PatternFill

    workbook = Workbook()
    workbook.properties.title = XLSX_TITLE
    workbook.properties.creator = "Haneul Market"
    workbook.properties.created = FIXED_DATE.replace(tzinfo=None)

    def headed(sheet, first: int, last: int) -> None:
        for row in sheet.iter_rows(first, last):
            for cell in row:
                cell.font = Font(bold=True)
                cell.fill = PatternFill("solid", fgColor="DDEBF7")

    supplies = workbook.active
    supplies.title = "소모품"
    supplies.append(["2026년 9월 1일부터 쓰는 기준"])
    supplies.append([])
    for row in XLSX_SUPPLIES:
        supplies.append(row)
    for row in supplies.iter_rows(4, supplies.max_row, 4, 5):
        for cell in row:
            cell.number_format = '0"상자"'
    headed(supplies, 3, 3)
    supplies.merge_cells("A1:E1")
    supplies.merge_cells("B6:B8")

    orders = workbook.create_sheet("발주 마감")
    for row in XLSX_ORDERS:
        orders.append(row)
    for row in orders.iter_rows(3, 5, 3, 3):
        row[0].number_format = "h:mm"
    orders.append([XLSX_NOTE])
    headed(orders, 1, 2)
    for area in ("A1:A2", "B1:C1", "D1:D2", "A6:D6"):
        orders.merge_cells(area)
    for sheet in workbook.worksheets:
        for column in "ABCDE":
            sheet.column_dimensions[column].width = 20

    raw = io.BytesIO()
    workbook.save(raw)
    return with_fixed_dates(raw)


def make_pptx() -> bytes:
    from pptx import Presentation
    from pptx.util import Cm, Pt

    deck = Presentation()
    properties = deck.core_properties
    properties.title = PPTX_TITLE
    properties.author = properties.last_modified_by = "Haneul Market"
    properties.created = properties.modified = FIXED_DATE.replace(tzinfo=None)
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text_frame.text = PPTX_TITLE
    first.placeholders[
        1
    ].text_frame.text = "For convenience shops. Version 1, in force from 1 September 2026."
    for title, (kind, value), notes in PPTX_SLIDES:
        slide = deck.slides.add_slide(deck.slide_layouts[5 if kind == "table" else 1])
        slide.shapes.title.text_frame.text = title
        slide.notes_slide.notes_text_frame.text = notes
        if kind == "table":
            size = (Cm(1.5), Cm(5), Cm(22), Cm(6))
            table = slide.shapes.add_table(len(value), len(value[0]), *size).table
            for cells, row in zip(table.rows, value, strict=True):
                for cell, text in zip(cells.cells, row, strict=True):
                    cell.text = text
            continue
        frame = slide.placeholders[1].text_frame
        frame.text = "\n".join(value)
        for paragraph in frame.paragraphs:
            paragraph.font.size = Pt(24)
            if kind == "steps":
                marks = paragraph._p.get_or_add_pPr()
                marks.insert_element_before(
                    marks.makeelement(
                        "{http://schemas.openxmlformats.org/drawingml/2006/main}buAutoNum",
                        {"type": "arabicPeriod"},
                    ),
                    "a:tabLst",
                    "a:defRPr",
                    "a:extLst",
                )
    raw = io.BytesIO()
    deck.save(raw)
    return with_fixed_dates(raw)


def with_fixed_dates(raw: io.BytesIO) -> bytes:
    """The libraries stamp the zip entries, and Excel's last change, with the clock."""
    fixed = io.BytesIO()
    with (
        zipfile.ZipFile(raw) as source,
        zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for entry in source.infolist():
            info = zipfile.ZipInfo(entry.filename, FIXED_DATE.timetuple()[:6])
            info.compress_type = zipfile.ZIP_DEFLATED
            part = source.read(entry.filename)
            if entry.filename == "docProps/core.xml":
                part = re.sub(
                    rb"(<dcterms:modified[^>]*>)[^<]*", rb"\g<1>2026-08-18T09:00:00Z", part
                )
            target.writestr(info, part)
    return fixed.getvalue()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in (
        ("food-safety-guide.pdf", make_pdf()),
        ("opening-closing-checklist.docx", make_docx()),
        ("store-supplies.xlsx", make_xlsx()),
        ("self-checkout-training.pptx", make_pptx()),
    ):
        (folder / name).write_bytes(content)
        print(f"{folder / name}: {len(content)} bytes")


if __name__ == "__main__":
    main()
