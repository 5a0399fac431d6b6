"""How the parts of kernels are compiled: simplified only, because they are optimised together with the kernel that takes them in.

Numba would optimise each small function fully, once alone and again inside everything that calls it. That made up two fifths of all
the time spent compiling, for machine code that nobody runs. What a kernel does is the same, to the bit.
"""

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, PassManager, register_pass
from numba.core.typed_passes import NativeLowering


class PartLibrary(JITCodeLibrary):
    """The code of a function that kernels call."""

    def _optimize_final_module(self) -> None:
        codegen = self._codegen
        manager, builder = codegen._module_pass_manager(
            loop_vectorize=codegen._loopvect, slp_vectorize=False, opt=codegen._opt_level, cost="cheap"
        )
        manager.run(self._final_module, builder)


@register_pass(mutates_CFG=False, analysis_only=True)
class BeginPart(AnalysisPass):
    """Gives a function the library above to be compiled into."""

    _name = "cardshark_begin_part"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> Any:
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()  # or it could not be kept
        return False  # nothing was changed


class PartCompiler(CompilerBase):
    """Numba's own steps, with `BeginPart` before machine code is made."""

    def define_pipelines(self) -> list[PassManager]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps = [step for step, _ in manager.passes]
        manager.add_pass_after(BeginPart, steps[steps.index(NativeLowering) - 1])
        manager.finalize()
        return [manager]
