// Gone from CUDA 13; the CUDA headers of older clangs include it. Nothing here uses textures.
