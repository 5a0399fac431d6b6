"""How kernels and their parts are compiled: parts are only simplified, because they are optimised with the kernel that takes them in.

Numba would optimise each small function fully, once alone and again inside everything that calls it. That made up two fifths of all
the time spent compiling, for machine code that nobody runs. What a kernel does is the same, to the bit.
"""

from typing import Any

from llvmlite.binding import Linkage
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


class KernelLibrary(JITCodeLibrary):
    """The code of a kernel, with its own, optimised copy of every part.

    The copy has the name of the part. Left public, it would give way to the part itself where that is in memory already, as in the process
    that has just compiled both; that code is slow.
    """

    def _optimize_final_module(self) -> None:
        super()._optimize_final_module()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = "internal"


class Begin(AnalysisPass):
    """Gives a function a library of ours to be compiled into."""

    library: type[JITCodeLibrary]

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> Any:
        state.library = self.library(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()  # or it could not be kept
        return False  # nothing was changed


@register_pass(mutates_CFG=False, analysis_only=True)
class BeginPart(Begin):
    """Begins a part."""

    _name, library = "cardshark_begin_part", PartLibrary


@register_pass(mutates_CFG=False, analysis_only=True)
class BeginKernel(Begin):
    """Begins a kernel."""

    _name, library = "cardshark_begin_kernel", KernelLibrary


class OurCompiler(CompilerBase):
    """Numba's own steps, with one of ours before machine code is made."""

    begin: type[Begin]

    def define_pipelines(self) -> list[PassManager]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps = [step for step, _ in manager.passes]
        manager.add_pass_after(self.begin, steps[steps.index(NativeLowering) - 1])
        manager.finalize()
        return [manager]


class PartCompiler(OurCompiler):
    """Compiles parts."""

    begin = BeginPart


class KernelCompiler(OurCompiler):
    """Compiles kernels."""

    begin = BeginKernel
