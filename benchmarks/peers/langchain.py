"""LangChain as its documentation shows a hybrid search: Chroma and BM25 in an EnsembleRetriever."""

from pathlib import Path

from langchain_chroma import Chroma
from langchain_classic.retrievers import EnsembleRetriever
from langchain_community.retrievers import BM25Retriever
from langchain_core.documents import Document as Source
from langchain_core.embeddings import Embeddings
from langchain_text_splitters import RecursiveCharacterTextSplitter

from benchmarks.peers.system import PASSAGES, Vectors
from bot.model import Question
from knowledge.model.documents import Document
from knowledge.read import read_folder


class _Embeddings(Embeddings):
    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._vectors.of(texts)

    def embed_query(self, text: str) -> list[float]:
        return self._vectors.of([text])[0]


class LangChain:
    """Pieces of 1000 characters, 100 shared; words as BM25Retriever splits them, at spaces."""

    name = "LangChain"

    def __init__(self) -> None:
        self._retriever: EnsembleRetriever | None = None

    async def index(self, source: Path, folder: Path) -> int:
        """Read the source, make an index in the folder; return how many passages it has."""
        cut = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=100)
        pieces = cut.split_documents([_source(one) for one in read_folder(source).documents])
        near = Chroma.from_documents(pieces, _Embeddings(Vectors()), persist_directory=str(folder))
        words = BM25Retriever.from_documents(pieces, k=PASSAGES)
        meaning = near.as_retriever(search_kwargs={"k": PASSAGES})
        self._retriever = EnsembleRetriever(retrievers=[words, meaning], weights=[0.5, 0.5])
        return len(pieces)

    async def forget(self) -> None:
        """Forget earlier questions, and be warm: there is nothing to forget."""

    async def find(self, question: Question) -> list[str]:
        """Return the documents of the passages that were found, best passage first."""
        assert self._retriever
        return [found.metadata["doc_id"] for found in self._retriever.invoke(question.text)]

    def close(self) -> None:
        """Let go of the index."""
        self._retriever = None


def _source(document: Document) -> Source:
    """A document with its title above the text: a loader's users would add it, or find less."""
    header = document.header
    return Source(
        page_content=f"{header.title}\n\n{document.text}", metadata={"doc_id": header.doc_id}
    )
