"""How rummy brains learn gin: by temporal differences (`td`, led by `course`), or by `evolution` from random `noise`.

Both play hands by the kernel in `td`.
"""
