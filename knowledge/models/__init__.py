"""The models that turn texts into numbers: embedders and cross-encoders."""
