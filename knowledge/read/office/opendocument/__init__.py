"""Texts and presentations of OpenDocument: LibreOffice, OpenOffice, Google Docs' exports."""
