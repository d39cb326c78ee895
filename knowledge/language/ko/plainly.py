"""Asks plainly what a Korean question asks otherwise: "환불 안 되나요?"."""

import re

_ASKS_FOR_MORE_KO = re.compile(
    "왜|어떤|무슨|어느|뭐|뭔|뭘|무엇|언제|어디|누가|누구|몇|며칠|얼마|어떻|어떡"
)
_ENDS = r"(?=\s*[?？.!~]*$)"
_MARK = r"(?=\s*[?？])"
_ASKING_KO = "(?:나요|까요|가요|니까|죠|지요)"
_DENIED_KO = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (
            r"지(?:는|도)? ?(?:않|못)"
            rf"(?:나요|은가요|습니까|을까요|는가요|하나요|죠|지요|나){_ENDS}",
            "나요",
        ),
        (rf"지(?:는|도)? ?(?:않아요|못해요){_MARK}", "나요"),
        # 면 안 되나요 asks whether something is forbidden, so it keeps its denial.
        (
            r"(?<![가-힣])(?<!면 )(?:안|못) ?(?=(?:되|될|됩|하|해 ?주|받|드리)"
            rf"(?:는 ?[거건것게걸]\S*(?: 맞\S+)?|[가-힣]*{_ASKING_KO}){_ENDS})",
            "",
        ),
        (
            r"(?<![가-힣])(?<!면 )(?:안|못) ?"
            rf"(?=(?:돼|돼요|되나|되냐|됨|되는지요?|된다고요|해요|해 ?줘요|받아요){_MARK})",
            "",
        ),
        (
            rf"(?<=수)(?P<p>[가는도]? ?)없(?=(?:[가-힣]*{_ASKING_KO}|는 ?[거건]\S*){_ENDS})",
            r"\g<p>있",
        ),
        (rf"(?<=수)(?P<p>[가는도]? ?)없(?=어요?{_MARK})", r"\g<p>있"),
        (rf"불가(?:능)?(?=[하한인합]\S*(?:{_ASKING_KO}|까){_ENDS})", "가능"),
        (
            rf"(?<=[거것건게]) ?(?:아닌가요|아니에요|아니죠|아닙니까|아녜요|아닐까요){_ENDS}",
            " 맞나요",
        ),
    )
)
_TAG_KO = re.compile(
    r"(?:,|(?<=[요다죠음함됨]))\s*(?:맞죠|맞나요|맞지요|그렇죠|그쵸|그죠)(?=\s*[?？.!]*$)"
)


def plainly(sentence: str) -> str:
    """The sentence without a "not" of its own verb, without a tag."""
    if _ASKS_FOR_MORE_KO.search(sentence):
        return sentence
    asked = _TAG_KO.sub("", sentence)
    for denied, plain in _DENIED_KO:
        asked = denied.sub(plain, asked)
    return asked if asked.strip() else sentence
