"""Last changes to an answer: personal data out, original letters and trace data in."""
