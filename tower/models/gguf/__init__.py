"""GGUF files, the single-file models of llama.cpp: read, dequantised, and turned once into a folder of safetensors."""
