"""Questions of both languages that lend a sentence no words of their own."""

ASKED = {"en": "What do the documents say?", "ko": "문서에 뭐라고 되어 있나요?"}
