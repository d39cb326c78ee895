"""The top: builds everything and is built by nobody, so only this folder sees the platforms."""
