"""LangChain's hybrid search as documented: Chroma and BM25 in an EnsembleRetriever."""

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
    """Pieces of 1000 characters with 100 overlap; BM25 words split at spaces (its default)."""

    name = "LangChain"

    def __init__(self) -> None:
        self._retriever: EnsembleRetriever | None = None

    async def index(self, source: Path, folder: Path) -> int:
        """Indexes the source in the folder and returns the number of passages."""
        cut = RecursiveCharacterTextSplitter(chunk_size=1000, chunk_overlap=100)
        pieces = cut.split_documents([_source(one) for one in read_folder(source).documents])
        near = Chroma.from_documents(pieces, _Embeddings(Vectors()), persist_directory=str(folder))
        words = BM25Retriever.from_documents(pieces, k=PASSAGES)
        meaning = near.as_retriever(search_kwargs={"k": PASSAGES})
        self._retriever = EnsembleRetriever(retrievers=[words, meaning], weights=[0.5, 0.5])
        return len(pieces)

    async def forget(self) -> None:
        """Does nothing: it remembers no questions and needs no warm-up."""

    async def find(self, question: Question) -> list[str]:
        """Returns the documents of the passages found, best passage first."""
        assert self._retriever
        return [found.metadata["doc_id"] for found in self._retriever.invoke(question.text)]

    def close(self) -> None:
        """Closes the index."""
        self._retriever = None


def _source(document: Document) -> Source:
    """A document with its title above the text: most users add it, as they find less without."""
    header = document.header
    return Source(
        page_content=f"{header.title}\n\n{document.text}", metadata={"doc_id": header.doc_id}
    )
