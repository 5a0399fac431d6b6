"""Behind `jit`: for which processor kernels are compiled, where they are kept between runs, and what is said meanwhile.

`target` (the processor), `sources` (what decides what a kernel does), `store` (files and folders), `cache` (Numba's side of it),
`parts` (what kernels are made of), `progress` (what a person hears). Only this room, `jit`, `bits` and `lanes` import Numba.
"""
