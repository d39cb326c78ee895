"""LlamaIndex's hybrid search as documented: vectors and BM25, fused by rank."""

from pathlib import Path
from typing import Any

import chromadb
from llama_index.core import Document as Source
from llama_index.core import StorageContext, VectorStoreIndex
from llama_index.core.embeddings import BaseEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.node_parser import SentenceSplitter
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.retrievers.bm25 import BM25Retriever
from llama_index.vector_stores.chroma import ChromaVectorStore
from pydantic import PrivateAttr

from benchmarks.peers.system import PASSAGES, Vectors
from bot.model import Question
from knowledge.model.documents import Document
from knowledge.read import read_folder


class _Embedding(BaseEmbedding):
    _vectors: Vectors = PrivateAttr()

    def __init__(self, vectors: Vectors, **values: Any) -> None:
        super().__init__(**values)
        self._vectors = vectors

    def _get_text_embedding(self, text: str) -> list[float]:
        return self._vectors.of([text])[0]

    def _get_text_embeddings(self, texts: list[str]) -> list[list[float]]:
        return self._vectors.of(texts)

    def _get_query_embedding(self, query: str) -> list[float]:
        return self._vectors.of([query])[0]

    async def _aget_query_embedding(self, query: str) -> list[float]:
        return self._get_query_embedding(query)


class LlamaIndex:
    """Sentences packed into 1024 tokens with 200 overlap; BM25 words with English stems."""

    name = "LlamaIndex"

    def __init__(self) -> None:
        self._retriever: QueryFusionRetriever | None = None

    async def index(self, source: Path, folder: Path) -> int:
        """Indexes the source in the folder and returns the number of passages."""
        sources = [_source(one) for one in read_folder(source).documents]
        nodes = SentenceSplitter().get_nodes_from_documents(sources)
        client = chromadb.PersistentClient(str(folder))
        store = ChromaVectorStore(chroma_collection=client.get_or_create_collection("passages"))
        context = StorageContext.from_defaults(vector_store=store)
        model = _Embedding(Vectors(), embed_batch_size=64)
        near = VectorStoreIndex(nodes, storage_context=context, embed_model=model)
        meaning = near.as_retriever(similarity_top_k=PASSAGES)
        words = BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=PASSAGES)
        # num_queries=1 needs no language model, but without MockLLM it would load OpenAI's.
        self._retriever = QueryFusionRetriever(
            [meaning, words],
            llm=MockLLM(),
            mode="reciprocal_rerank",
            similarity_top_k=PASSAGES,
            num_queries=1,
        )
        return len(nodes)

    async def forget(self) -> None:
        """Does nothing: it remembers no questions and needs no warm-up."""

    async def find(self, question: Question) -> list[str]:
        """Returns the documents of the passages found, best passage first."""
        assert self._retriever
        found = await self._retriever.aretrieve(question.text)
        return [one.node.metadata["doc_id"] for one in found]

    def close(self) -> None:
        """Closes the index."""
        self._retriever = None


def _source(document: Document) -> Source:
    """A document with its title as metadata, which LlamaIndex embeds with the text."""
    header = document.header
    return Source(
        text=document.text,
        metadata={"title": header.title, "doc_id": header.doc_id},
        excluded_embed_metadata_keys=["doc_id"],
    )
