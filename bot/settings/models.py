"""Settings of language models and of the vector server."""

from typing import Literal

from pydantic import Field, SecretStr, field_validator, model_validator

from bot.settings.group import Group, is_plain_address

Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
"""How long a model may think; not every model supports every value."""


class OpenAISettings(Group, env_prefix="OPENAI_", env_ignore_empty=False):
    """OPENAI_API_KEY turns OpenAI on; nothing leaves the machine without it."""

    api_key: SecretStr | None = None
    base_url: str | None = None
    """Another server with the same interface, such as https://llm.example/v1."""
    chat_model: str = "gpt-5.4-mini"
    """What puts answers into words; empty leaves that to the documents' own sentences."""
    reasoning_effort: Effort | None = None
    """How long the model thinks: none, minimal, low …; not at all for OpenAI's when not set."""
    chat_budget_s: float = Field(1.2, gt=0, le=60)
    """Seconds that the model has for an answer; later the documents' own sentences go out."""
    api_style: Literal["auto", "responses", "chat"] = "auto"
    """Which interface the server has: Responses at OpenAI and Azure, else Chat Completions."""
    daily_calls: int = Field(0, ge=0)
    """Calls of the chat model in a day, two for one question at most; 0 for no limit."""
    price_input: float | None = Field(None, ge=0)
    """Money for a million tokens that the model reads; without both prices none is counted."""
    price_output: float | None = Field(None, ge=0)
    """Money for a million tokens that it writes."""
    embedding_model: str = "text-embedding-3-small"
    embedding_dimensions: int = 512
    """Length of a vector; 1536 is the model's full length."""

    @field_validator("base_url")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is not None and not is_plain_address(value):
            raise ValueError("must look like https://llm.example/v1, with no password in it")
        return value

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, given: dict[str, object]) -> dict[str, object]:
        """Drops empty values, except for the model: an empty one turns it off."""
        return {name: value for name, value in given.items() if value != "" or name == "chat_model"}


class ChromaSettings(Group, env_prefix="CHROMA_"):
    """CHROMA_URL stores the vectors in a Chroma server instead of the data directory."""

    url: str | None = None
    """Where the server is, such as http://127.0.0.1:8000."""
    token: SecretStr | None = None
    """What a proxy before the server asks for; Chroma itself asks nobody who they are."""
    tenant: str = "default_tenant"
    database: str = "default_database"

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
