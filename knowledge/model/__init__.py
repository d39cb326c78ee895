"""The types that every step shares: documents, versions, places, reports and errors."""
