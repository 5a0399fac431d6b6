"""The file of a policy: the same brain comes back, and what is no policy gets one sentence."""

import numpy as np
import pytest

from cardshark.players.brain_file import load_any, read_sealed, save, write_sealed
from cardshark.players.policy.brain import PolicyBrain, PolicyDesign, fresh_brain
from cardshark.text import UserError

TINY = PolicyDesign(width=16, blocks=1, critic=16)


@pytest.mark.parametrize("design", [TINY, PolicyDesign(width=32, blocks=2, critic=0, owners=False)])
@pytest.mark.parametrize(("game", "rules"), [("hearts", "dutch"), ("gin", "classic:knock_limit=5")])
def test_a_brain_comes_back_from_its_file(tmp_path, design, game, rules):
    brain = fresh_brain(game, rules, 2, design)
    save(brain, tmp_path / "a.safetensors")
    found = load_any(tmp_path / "a.safetensors")
    assert isinstance(found, PolicyBrain) and found.design == design and found.made_for() == brain.made_for()
    assert found.made_for()["rules"] == rules and game == found.GAME
    assert all((found.parts()[name] == part).all() and part.dtype == np.float16 for name, part in brain.parts().items())
    assert found.parts().keys() == brain.parts().keys()


def changed(tmp_path, about=None, **parts):
    """The file of a tiny brain with other metadata or parts."""
    save(fresh_brain("hearts", "american", 1, TINY), tmp_path / "a.safetensors")
    name, found, kept = read_sealed(tmp_path / "a.safetensors", PolicyBrain.FORMAT)
    kept = {part: parts.get(part.replace(".", "_"), numbers) for part, numbers in kept.items()}
    write_sealed(tmp_path / "b.safetensors", name, found | (about or {}), kept)
    return tmp_path / "b.safetensors"


@pytest.mark.parametrize(
    ("about", "parts", "sentence"),
    [
        ({}, {"actor_norm_bias": np.zeros(17, np.float16)}, r"actor.norm.bias is \(17,\) float16, not \(16,\) float16$"),
        ({}, {"actor_norm_bias": np.zeros(16, np.float32)}, r"actor.norm.bias is \(16,\) float32, not \(16,\) float16$"),
        ({}, {"actor_norm_bias": np.full(16, np.nan, np.float16)}, "actor.norm.bias has numbers that are none$"),
        ({"rules": "eaai"}, {}, "there is no set of rules 'eaai'"),
        ({"game": "chess"}, {}, "chess"),
        ({"game": "gin", "rules": "eaai"}, {}, "it was made for 16 planes, and gin has 17 here$"),
        ({"goal": "glory"}, {}, "the goal of a policy is one of hand, match, not glory$"),
        ({"planes": 12}, {}, "it was made for 12 planes, and hearts has 16 here$"),
    ],
)
def test_what_is_no_policy_is_one_sentence(tmp_path, about, parts, sentence):
    with pytest.raises(UserError, match=sentence) as caught:
        load_any(changed(tmp_path, about, **parts))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("options", "sentence"), [({"width": 40}, "width is a multiple of 16"), ({"blocks": 0}, "blocks are 1 to 8")])
def test_a_design_that_cannot_be_is_refused(options, sentence):
    with pytest.raises(UserError, match=sentence):
        PolicyDesign(**options)
