"""The language model and the store of the vectors."""

from typing import Literal

from pydantic import Field, SecretStr, field_validator, model_validator

from bot.settings.group import Group, is_plain_address

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
"""How long a model may think; not every model knows all of them."""
_MODELS = ("chat_model", "embedding_model")


class OpenAISettings(Group, env_prefix="OPENAI_", env_ignore_empty=False):
    """A language model that chooses answers, and better vectors. Both are off without a key."""

    api_key: SecretStr | None = None
    """Turns both on. Without it nothing leaves the machine but replies."""
    base_url: str | None = None
    """Another server with the same interface, such as `https://llm.example/v1`."""
    chat_model: str = "gpt-5.4-mini"
    """The model that chooses answers. Empty: the statements that rank best answer."""
    reasoning_effort: Effort | None = None
    """How long the model thinks: `none`, `minimal`, `low`, `medium`, `high`, `xhigh` or `max`.

    Not every model knows all of them. Not set: `none` at OpenAI, the server's own choice elsewhere.
    """
    max_output_tokens: int = Field(800, ge=100, le=32_000)
    """Most tokens of a reply.

    Doubled by itself for a model that runs out of them while thinking.
    """
    chat_budget_s: float = Field(1.5, gt=0, le=60)
    """Seconds the model has to choose. After that the statements that rank best answer.

    In Slack and Teams, a choice that comes within ten seconds replaces them in place.
    """
    wording: Literal["off", "short", "translate"] = "translate"
    """How the model words the statements it chose: `off`, `short` or `translate`.

    `short` says them in fewer words. `translate` says them in the asker's language, only where the
    documents speak another one; their own words stand beside it. A wording goes out only if a
    mechanical comparison and a second call agree with it, within `OPENAI_CHAT_BUDGET_S`.
    """
    patience_s: float = Field(8.0, gt=0, le=60)
    """Seconds the model has where the statements that rank best are no sure answer."""
    api_style: Literal["auto", "responses", "chat"] = "auto"
    """The server's interface: `responses`, `chat` or `auto`.

    `auto` takes `responses` at OpenAI and Azure, `chat` at any other address.
    """
    daily_calls: int = Field(0, ge=0)
    """Calls of the chat model a day: two a question, and two to word its answer, at most.

    0 means no limit.

    After that the statements that rank best answer until midnight in the store's time zone.
    """
    trial: int = Field(30, ge=0, le=300)
    """Known questions with which the model is tried at the start and each day. 0: never.

    A third of them have no answer. If the model is right less often than the documents alone, or
    answers what has no answer, it is off until the next trial.
    """
    price_input: float | None = Field(None, ge=0)
    """Price of a million tokens the model reads.

    With both prices the log has the cost of each answer.
    """
    price_output: float | None = Field(None, ge=0)
    """Price of a million tokens the model writes."""
    embedding_model: str = "text-embedding-3-small"
    """The model that makes the vectors. Empty: this machine's models make them.

    Leave it empty for a server that only chats.
    """
    embedding_dimensions: int = 512
    """Length of a vector. 1536 is the full length of `text-embedding-3-small`.

    A server that refuses a length gives vectors of its own.
    """

    @field_validator("base_url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is not None and not is_plain_address(value):
            raise ValueError("must look like https://llm.example/v1, with no password in it")
        return value

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, given: dict[str, object]) -> dict[str, object]:
        """Reads an empty value as not set, except for a model's name: there it means none."""
        return {name: one for name, one in given.items() if one != "" or name in _MODELS}

    @property
    def writes(self) -> bool:
        """Whether a language model chooses answers."""
        return self.api_key is not None and bool(self.chat_model)

    @property
    def embeds(self) -> bool:
        """Whether the server makes the vectors."""
        return self.api_key is not None and bool(self.embedding_model)


class DatabaseSettings(Group, env_prefix="DATABASE_"):
    """A PostgreSQL server for several replicas, in place of a file in the data folder."""

    url: SecretStr | None = None
    """Address of a PostgreSQL for several replicas, in place of a file in the data folder.

    It looks like `postgresql://storewise:…@db.example/storewise`.
    """

    @field_validator("url")
    @classmethod
    def _is_postgresql(cls, value: SecretStr | None) -> SecretStr | None:
        given = value.get_secret_value() if value else None
        if given is None:
            return None
        scheme, found, rest = given.partition("://")
        if scheme not in ("postgres", "postgresql", "postgresql+psycopg") or not found or not rest:
            raise ValueError("must look like postgresql://user:password@host/database")
        return SecretStr(f"postgresql+psycopg://{rest}")


class ChromaSettings(Group, env_prefix="CHROMA_"):
    """A Chroma server for the vectors, in place of the data folder."""

    url: str | None = None
    """Address of a server for the vectors, such as `http://127.0.0.1:8000`."""
    token: SecretStr | None = None
    """Token for a proxy in front of the server. Chroma itself lets everybody in."""
    tenant: str = "default_tenant"
    """Tenant of the collections."""
    database: str = "default_database"
    """Database of the collections."""

    @field_validator("url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is not None and not is_plain_address(value):
            raise ValueError("must look like http://127.0.0.1:8000, with no password in it")
        return value

    @field_validator("token")
    @classmethod
    def _fits_a_header(cls, value: SecretStr | None) -> SecretStr | None:
        token = value.get_secret_value() if value else ""
        if not (token.isascii() and token.isprintable()):
            raise ValueError("must be English letters, digits and signs in one line")
        return value
