"""For which processor kernels are compiled: the level of made-up machines, what a user chose, and that Numba follows."""

import platform

import llvmlite.binding as llvm
import pytest

from cardshark.compiler import target
from helpers.compiling import fresh, printed

V3, V2 = dict.fromkeys(target.X86_64_V3, True), dict.fromkeys(target.X86_64_V2, True)
ARM = dict.fromkeys(target.ARM_V8_2, True)


@pytest.mark.parametrize(
    ("machine", "features", "processor"),
    [
        ("x86_64", V3 | {"avx512f": True}, "x86-64-v3"),
        ("AMD64", V3, "x86-64-v3"),  # as Windows says it
        ("x86_64", V3 | {"bmi2": False}, "x86-64-v2"),
        ("x86_64", V2, "x86-64-v2"),
        ("x86_64", V2 | {"popcnt": False}, None),
        ("aarch64", ARM, "neoverse-n1"),
        ("arm64", ARM | {"sha3": True}, "neoverse-n1"),  # as Apple says it
        ("aarch64", {"neon": True, "fp-armv8": True}, "generic"),
        ("aarch64", {}, None),
        ("riscv64", V3 | ARM, None),
    ],
)
def test_the_best_level_that_a_machine_reaches(machine, features, processor):
    found = target.level(machine, features)
    assert (found and found.processor) == processor
    if found:
        assert all(features[each.removeprefix("+")] for each in found.features.split(","))
        assert found.has("bmi2") == (processor == "x86-64-v3")


def settled(monkeypatch, machine, features, **settings):
    """What a made-up machine settles for with these settings, and the two settings afterwards."""
    for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(llvm, "get_host_cpu_features", lambda: llvm.FeatureMap(features))
    monkeypatch.setattr(llvm, "get_host_cpu_name", lambda: "host")
    monkeypatch.setattr(target.config, "reload_config", lambda: None)  # this process keeps its own
    found = target.settle()
    return found, tuple(target.os.environ.get(f"NUMBA_CPU_{name}") for name in ("NAME", "FEATURES"))


def test_the_level_becomes_a_setting_that_others_inherit(monkeypatch):
    found, settings = settled(monkeypatch, "x86_64", V3)
    assert settings == found == ("x86-64-v3", ",".join(f"+{each}" for each in target.X86_64_V3))


def test_below_every_level_the_host_itself_counts(monkeypatch):
    found, settings = settled(monkeypatch, "x86_64", {"sse2": True, "bmi2": False})
    assert (found.processor, set(found.features.split(",")), settings) == ("host", {"+sse2", "-bmi2"}, (None, None))
    assert found.has("sse2") and not found.has("bmi2")


@pytest.mark.parametrize(
    ("settings", "processor", "features"),
    [
        ({"NUMBA_CPU_NAME": "znver2"}, "znver2", "+bmi2"),
        ({"NUMBA_CPU_NAME": "generic"}, "generic", ""),  # Numba takes no features then: a kernel with pdep would end the process
        ({"NUMBA_CPU_FEATURES": ""}, "host", ""),
        ({"NUMBA_CPU_FEATURES": "+avx"}, "host", "+avx"),
        ({"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+bmi2"}, "haswell", "+bmi2"),
    ],
)
def test_what_a_user_chose_is_respected(monkeypatch, settings, processor, features):
    found, after = settled(monkeypatch, "x86_64", {"bmi2": True}, **settings)
    assert found == (processor, features)
    assert after == (settings.get("NUMBA_CPU_NAME"), settings.get("NUMBA_CPU_FEATURES"))


COMPILED_FOR = """
import json, subprocess, sys
{first}
import numpy as np
from numba.core.registry import cpu_target
from cardshark import bits
from cardshark.cards import permits
from cardshark.compiler.target import TARGET

def told():
    return list(cpu_target.target_context.codegen().magic_tuple()[1:])

before = told()
permits(np.uint64(6), 1)
print(json.dumps([list(TARGET), before, told(), bits.HAS_PDEP]))
"""


@pytest.mark.slow  # processes
@pytest.mark.parametrize("first", ["", "import numba"])
def test_numba_is_told_before_the_first_kernel(tmp_path, first):
    chosen, before, after, pdep = printed(COMPILED_FOR.format(first=first), fresh(tmp_path))
    assert chosen == before == after
    assert pdep == ("+bmi2" in chosen[1].split(","))


@pytest.mark.slow  # processes
def test_a_child_compiles_for_the_same_processor(tmp_path):
    script = COMPILED_FOR.format(first="")
    parent = f"import cardshark.jit, subprocess, sys; subprocess.run([sys.executable, '-c', {script!r}], check=True)"
    assert printed(parent, fresh(tmp_path)) == printed(script, fresh(tmp_path))


@pytest.mark.slow  # a process
def test_without_the_instruction_cards_are_picked_by_search(tmp_path):
    chosen, before, after, pdep = printed(COMPILED_FOR.format(first=""), fresh(tmp_path, NUMBA_CPU_NAME="generic"))
    assert (chosen, before, after, pdep) == (["generic", ""], ["generic", ""], ["generic", ""], False)
