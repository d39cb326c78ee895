"""Documents, sheets and slides of Office programs."""
