"""Decides whether two statements are about the same thing."""

from knowledge.compare.subjects.subject import Subject, Subjects

__all__ = ["Subject", "Subjects"]
