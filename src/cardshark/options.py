"""Settings that people type: the options of a class, read from its signature, and an object made from their texts.

Players (`jake:epsilon=0.1`) and lessons (`train td --games 1000`) are plain classes. Their options are the parameters of `__init__`.
"""

import inspect
from collections.abc import Callable, Mapping
from enum import IntEnum
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

from cardshark.text import UserError, brief, choice, convert, shown

NEEDED = "needed"  # shown for an option without a default


class Option(NamedTuple):
    """Something that can be set."""

    kind: Any
    default: Any  # inspect.Parameter.empty where it must be given
    meaning: str = ""  # from `Annotated[int, "what it means"]`


def options_of(kind: Callable[..., Any]) -> dict[str, Option]:
    """The options of a class: the fields of a dataclass, or the parameters of `__init__`."""
    by_name = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    parameters = inspect.signature(kind, eval_str=True).parameters.values()
    return {each.name: option(each) for each in parameters if each.kind in by_name}


def option(parameter: inspect.Parameter) -> Option:
    """The option that a parameter describes."""
    meaning = ""
    if get_origin(parameter.annotation) is Annotated:
        kind, meaning = get_args(parameter.annotation)[:2]
        parameter = parameter.replace(annotation=kind)
    return Option(kind_of(parameter), parameter.default, str(meaning))


def kind_of(parameter: inspect.Parameter) -> Any:
    """The type that a parameter is annotated with (`int | None` counts as int, `str | Brain` as str), or that of its default."""
    if parameter.annotation is parameter.empty:
        return str if parameter.default is parameter.empty or parameter.default is None else type(parameter.default)
    kinds = [kind for kind in get_args(parameter.annotation) if kind is not NoneType]
    if get_origin(parameter.annotation) in (Union, UnionType):
        kinds = [str] if str in kinds else kinds
        return kinds[0] if len(kinds) == 1 else parameter.annotation
    return parameter.annotation


def make_object(kind: Callable[..., Any], name: str, options: Mapping[str, str]) -> Any:
    """Make an object with these options, given as texts; `name` is what people call its class."""
    known, values = options_of(kind), {}
    former = getattr(kind, "FORMER_OPTIONS", {})  # names by which options were known before
    for option, text in options.items():
        option = former.get(option, option)
        wanted = known[choice("option", option, known, name)].kind
        if not isinstance(wanted, type):
            raise UserError(f"the option {option} of {name} cannot be typed: its type must be str, int, float, bool or an IntEnum")
        values[option] = convert(option, wanted, text)
    missing = [option for option, known_as in known.items() if known_as.default is inspect.Parameter.empty and option not in values]
    if missing:
        raise UserError(f"{name} needs the option {missing[0]}: write {name}:{missing[0]}=...")
    return kind(**values)


def check_kinds(settings: Any) -> None:
    """Refuse settings that were handed in as something else: `Lesson(games="many")`. From texts they always come as they should."""
    for name, each in options_of(type(settings)).items():
        value = getattr(settings, name)
        if not is_of_kind(value, each.kind):
            raise UserError(f"{name} of {type(settings).__name__} is a {allowed(each.kind)}, not {brief(value)}")


def is_of_kind(value: Any, kind: Any) -> bool:
    """Is a value what an option of this kind may be? Names are numbers inside, and a whole number is a number too."""
    if kind is bool or kind is str:
        return isinstance(value, kind)
    if kind is float:
        return isinstance(value, Real) and not isinstance(value, bool)
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return isinstance(value, Integral) and value in list(kind)
    if kind is int:
        return isinstance(value, Integral) and not isinstance(value, bool)
    return True


def shown_default(default: Any) -> str:
    """The value of an option that is not set, for people."""
    return NEEDED if default is inspect.Parameter.empty else shown(default)


def allowed(kind: Any) -> str:
    """What an option may be set to, for people."""
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return " | ".join(member.name.lower() for member in kind)
    return {bool: "yes | no", int: "whole number", float: "number"}.get(kind, "text")
