"""Compares storewise with two RAG frameworks on the same questions and documents."""
