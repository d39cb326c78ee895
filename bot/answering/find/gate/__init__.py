"""The gate: decides by a few figures whether the evidence is good enough to answer."""
