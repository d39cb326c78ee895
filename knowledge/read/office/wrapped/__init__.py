"""Pages in other files: mails (EML, MSG), pages saved with their pictures (MHTML), books (EPUB)."""
