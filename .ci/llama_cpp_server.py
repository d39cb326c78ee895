"""Serves a model by llama.cpp's server on a free port of this machine, and prints the address."""

import importlib
import signal
import sys

# Installed into a scratch folder, where nobody looks for its types.
xllamacpp = importlib.import_module("xllamacpp")

params = xllamacpp.CommonParams()
params.model.path = sys.argv[1]
params.n_ctx = 8192
params.n_parallel = 1
params.port = 0
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
signal.pause()
