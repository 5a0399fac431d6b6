"""What a seat may know, as packed words: no copy on the way to torch or JAX, and one bit a fact on the way to a GPU.

    python examples/torch_words.py                        # on the GPU, if there is one
    python examples/torch_words.py --device cpu --tables 1024
    python examples/torch_words.py --library jax

As float32 a table of Hearts is 4,096 bytes, as uint8 1,024; packed it is 128. The words travel, and the device unpacks them.
"""

import argparse

import numpy as np

from cardshark.tables import Tables


def to_torch(words, device):
    """Words as a tensor of bits on a device. On the CPU torch uses NumPy's memory; it shifts signed numbers only, which is as good."""
    import torch

    shared = torch.from_dlpack(words.view(np.int64))
    assert shared.data_ptr() == words.ctypes.data
    places = torch.arange(64, device=device)
    return (shared.to(device)[:, :, None] >> places & 1).to(torch.uint8).flatten(1)


def to_jax(words, device):
    """The same for JAX, which has 32 bits in a number unless it is told otherwise: the lower half of a word comes first."""
    import jax
    import jax.numpy as jnp

    shared = jax.dlpack.from_dlpack(words.view(np.uint32))
    assert device == "gpu" or shared.unsafe_buffer_pointer() == words.ctypes.data
    placed = shared if device is None else jax.device_put(shared, jax.devices(device)[0])
    return (placed[:, :, None] >> jnp.arange(32, dtype=jnp.uint32) & 1).astype(jnp.uint8).reshape(len(words), -1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--library", choices=["torch", "jax"], default="torch")
    parser.add_argument("--device")
    parser.add_argument("--tables", type=int, default=4096)
    asked = parser.parse_args()
    device = asked.device
    if asked.library == "torch" and device is None:
        import torch

        device = "cuda" if torch.cuda.is_available() else "cpu"
    tables = Tables("hearts", "american:hands=1", count=asked.tables, seed=1)
    for _ in range(20):
        turn = tables.choose(tables.turn().legal().argmax(axis=1))
    bits = (to_torch if asked.library == "torch" else to_jax)(turn.words(), device)
    back = np.asarray(bits.cpu() if asked.library == "torch" else bits)
    assert np.array_equal(back, turn.bits())
    print(f"{asked.library} on {device or 'its own device'}: {bits.shape[0]} tables, {bits.shape[1]} bits each, as NumPy has them")


if __name__ == "__main__":
    main()
