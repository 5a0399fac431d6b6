"""What people type, and the sentences they get back."""

from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardshark.text import UserError, choice, convert, shown, split_options

words = st.text("abcdefghijklmnopqrstuvwxyz_0123456789.+-", min_size=1, max_size=8)


class Wind(IntEnum):
    NONE = 0
    NORTH_WEST = 1


@given(words, st.dictionaries(words, words))
def test_options_come_back_as_written(name, options):
    text = f"{name}:{','.join(f'{key}={value}' for key, value in options.items())}"
    assert split_options(text) == (name, options)


@pytest.mark.long
@given(words, st.dictionaries(words, st.one_of(words, st.tuples(words, st.dictionaries(words, words, min_size=1)))))
def test_options_of_options_come_back_as_written(name, options):
    def inside(value):
        return value if isinstance(value, str) else f"{value[0]}({','.join(f'{key}={inner}' for key, inner in value[1].items())})"

    text = f"{name}:{','.join(f'{key}={inside(value)}' for key, value in options.items())}"
    assert split_options(text) == (name, {key: inside(value) for key, value in options.items()})
    for value in options.values():
        if not isinstance(value, str):
            assert split_options(inside(value)) == value


def test_commas_count_only_outside_parentheses():
    text = "montecarlo:playout=greedy(reference=winner,ties=spades(low=yes,of=2)),deals=100"
    assert split_options(text) == ("montecarlo", {"playout": "greedy(reference=winner,ties=spades(low=yes,of=2))", "deals": "100"})
    assert split_options("greedy()") == ("greedy", {})
    for text in ("a:b=c(d=1", "a:b=c)d=1(", "a:b=c(d=1))", "a(b=1", "a(b=1)x"):
        with pytest.raises(UserError, match="parenthes"):
            split_options(text)


def test_spaces_and_a_missing_tail_do_not_matter():
    assert split_options("american") == split_options("american:") == ("american", {})
    assert split_options(" american : limit = 50 , moon=none,") == ("american", {"limit": "50", "moon": "none"})
    assert split_options("exec:path=a=b") == ("exec", {"path": "a=b"})


@pytest.mark.parametrize("text", ["american:limit", "american:=5", "american:limit=", "american:a=1,b"])
def test_what_is_no_option_is_refused(text):
    with pytest.raises(UserError, match="is not an option: write option=value"):
        split_options(text)


def test_the_same_option_twice_is_refused():
    with pytest.raises(UserError, match="the option a stands twice in 'x:a=1,a=2'"):
        split_options("x:a=1,a=2")


def test_unknown_names_are_answered_with_the_known_ones():
    assert choice("game", "gin", ["hearts", "gin"]) == "gin"
    with pytest.raises(UserError, match="there is no game 'bridge'; there is hearts, gin"):
        choice("game", "bridge", ["hearts", "gin"])


@pytest.mark.parametrize(
    ("owner", "sentence"),
    [
        ("", "there is no rule 'limt': did you mean limit? (there is a, b, c, d, e, f, g, h and 3 more)"),
        ("wild", "wild has no rule 'limt': did you mean limit? (it has a, b, c, d, e, f, g, h and 3 more)"),
    ],
)
def test_a_name_that_is_nearly_right_is_answered_with_the_nearest(owner, sentence):
    with pytest.raises(UserError) as error:
        choice("rule", "limt", [*"abcdefghij", "limit"], owner)
    assert str(error.value) == sentence
    with pytest.raises(UserError, match=r": did you mean montecarlo\?"):
        choice("player", "mon", ["moon", "montecarlo"])
    with pytest.raises(UserError, match=r": did you mean hearts\? \(there is hearts, gin\)$"):
        choice("game", "heart", ["hearts", "gin"])


@pytest.mark.parametrize(
    "value",
    [True, False, 0, -7, 10**9, 0.25, 1e-9, "brain", Wind.NONE, Wind.NORTH_WEST],
    ids=lambda value: f"{type(value).__name__}-{value}",
)
def test_what_is_shown_can_be_typed(value):
    found = convert("option", type(value), shown(value))
    assert found == value
    assert type(found) is type(value)


def test_other_spellings_of_yes_no_and_names():
    assert convert("o", bool, "true") is True
    assert convert("o", bool, "false") is False
    assert convert("o", Wind, "North_West") is Wind.NORTH_WEST


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        (int, "3.5", "deals must be a whole number, not '3.5'"),
        (float, "much", "deals must be a number, not 'much'"),
        (bool, "1", "there is no setting for deals '1'; there is yes, no"),
        (Wind, "south", "there is no setting for deals 'south'; there is none, north_west"),
    ],
)
def test_wrong_values_get_one_sentence(kind, value, sentence):
    with pytest.raises(UserError) as error:
        convert("deals", kind, value)
    assert str(error.value) == sentence
