"""What is done about each thing that Teams sends."""
