"""The addresses of the lab in the browser. The pages are made on the server from the files that finds.py lists."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from cardshark.games import game_named, house
from cardshark.hands.seal import deal_sealed as cards_of
from cardshark.learning.growth import age_of, younger
from cardshark.players import describe_players
from cardshark.players.brain_file import SUFFIX, path_of, shipped
from cardshark.report import svg
from cardshark.text import UserError
from cardshark.web.brains import brain_of
from cardshark.web.door import read_form
from cardshark.web.games import page_of
from cardshark.web.lab import experiment
from cardshark.web.lab import finds as lab_finds
from cardshark.web.lab import pages as lab_pages
from cardshark.web.lab import results as lab_results
from cardshark.web.lab.fairness import Deal, fairness
from cardshark.web.lab.words import say, speaking
from cardshark.web.messages import MOST_NAME, Create

VARIES = {"vary": "cookie, accept-language"}
SANDBOX = "sandbox allow-same-origin; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'"


def routes(server: Any) -> list[Route]:
    """The pages of the lab. Of the server they need `person(request)`, `hall.store` and `hall.create`."""
    return [
        page("/lab", lambda request: lab_pages.contents()),
        Route("/lab/report.css", lambda request: Response(svg.STYLE.read_bytes(), media_type="text/css")),
        page("/lab/papers", lambda request: lab_pages.papers(lab_finds.reports())),
        Route("/lab/papers/{name}", report),
        page("/lab/leagues", lambda request: lab_results.leagues(*lab_finds.records())),
        page("/lab/training", lambda request: lab_results.training(*lab_finds.trainings(), "watch" in request.query_params)),
        page("/lab/deals", lambda request: lab_pages.deals(fairness(sealed_deals(server.hall.store, server.person(request))))),
        page("/lab/players", lambda request: lab_pages.players(describe_players(), *brains())),
        page("/lab/experiment", lambda request: experiment_page(server, server.person(request))),
        Route("/lab/experiment", partial(start_game, server), methods=["POST"]),
    ]


def page(path: str, make: Callable[[Request], str]) -> Route:
    """An address and what makes its page, in a thread of its own."""

    def answer(request: Request) -> Response:
        with speaking(request):
            page = make(request).encode("utf-8", "replace")  # half a letter in somebody's file costs a question mark, and no page
            return HTMLResponse(page, headers=VARIES)

    return Route(path, answer)


def report(request: Request) -> Response:
    """A paper's report as it is, if it is one of those listed. Anybody may have written it, so the browser runs no script of it."""
    found = lab_finds.reports().get(request.path_params["name"])
    if found is None:
        with speaking(request):
            listed = lab_pages.panel(say("lab_no_such_report"), f"<p>{lab_pages.link('/lab/papers', say('lab_all_reports'))}</p>")
            return HTMLResponse(lab_pages.page(say("lab_papers"), say("lab_no_report_named"), [listed]), 404)
    return HTMLResponse(found.path.read_bytes(), headers={"content-security-policy": SANDBOX})


# ---- players ----


def brains() -> tuple[list[tuple[Any, ...]], list[str]]:
    """The brains of the lab and those in files here, one a row; and a sentence about each that cannot be read."""
    rows, troubles = [], []
    files = {str(path): path for path in lab_finds.newest(f"*{SUFFIX}") if age_of(path) is None}
    for name, path in ({name: path_of(name) for name in shipped()} | files).items():
        try:
            brain = brain_of(path)
        except UserError as error:
            troubles.append(str(error))
        else:
            learned = say("lab_n_games", n=f"{brain.games:,}") if isinstance(brain.games, int) else say("lab_not_known")
            kept = len(younger(path)) if name in files else 0
            rows.append((name, f"{brain.player}:brain={name}", lab_pages.game_name(brain.game), learned, kept or "–"))
    return rows, troubles


# ---- deals ----


def sealed_deals(store: Any, person: int) -> Iterator[Deal]:
    """The hands that were dealt from a secret at somebody's tables, in the order in which the game counts them."""
    for settings, number, dealt in store.secrets(person):
        if dealt.secret and not settings.home:  # the daily deals follow from the date
            rules = house.parse(game_named(settings.game).PRESETS, settings.rules)
            cards = cards_of(settings.game, rules, dealt.secret, number, words=dealt.words)
            first = page_of(settings.game).first_counted(settings.seats)
            yield settings.game, [*cards.hands[first:], *cards.hands[:first]]


# ---- the human experiment ----


def experiment_page(server: Any, person: int, trouble: str = "", waits: str = "") -> str:
    """The table of the experiment with this person's games; an opponent may wait for the owner's yes."""
    games = [experiment.PlayedGame(*each) for each in server.hall.store.challenges(person)]
    return lab_pages.experiment(experiment.standings(games), lambda opponent: experiment.next_game(games, opponent), trouble, waits)


async def start_game(server: Any, request: Request) -> Response:
    """Sit down to the next game against an opponent. Nobody is seated here: the hall decides whom a guest may ask."""
    person, form = server.person(request), await read_form(request)
    opponent = form.get("opponent", "")
    with speaking(request):
        try:
            if not 0 < len(opponent) <= MOST_NAME:
                raise UserError(say("lab_name_player", most=MOST_NAME))
            if "number" in form and not server.hall.is_guest(person):
                server.hall.consent.confirm(form["number"])
            table = await run_in_threadpool(server.hall.create, person, Create(challenge=opponent))
        except Exception as error:
            words = getattr(error, "words", None)  # of a command that the hall refuses
            if words is None and not isinstance(error, UserError):
                raise
            why = str(error) if words is None else say(words.key, **words.args)
            waits = opponent if words is not None and words.key == "trouble_consent" else ""
            return HTMLResponse(await run_in_threadpool(experiment_page, server, person, why, waits), 400)
    return RedirectResponse(f"/table/{table}", 303)
