"""The same questions of the same documents, put to storewise and to two RAG frameworks."""
