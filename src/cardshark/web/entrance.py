"""The pages at the door: where a code is typed, and where the browsers stand that were let in."""

import html
import re
from typing import Protocol

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from cardshark.web.door import plain_page, read_form, send_all_away
from cardshark.web.entry.keys import Browser
from cardshark.web.hall import Hall
from cardshark.web.lab.words import language, say, speaking

BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}  # the first that is named
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS": "Mac", "Linux": "Linux"}


class Doors(Protocol):
    """What the entrance needs of the server."""

    hall: Hall
    cookie: str

    def person(self, request: HTTPConnection) -> int: ...
    def show_code(self, path: str = "/") -> str: ...


def routes(server: Doors) -> list[BaseRoute]:
    """Where a code is posted, and the page of the browsers."""
    entrance = Entrance(server)
    return [
        Route("/enter", entrance.enter, methods=["POST"]),
        Route("/enter/code", entrance.show_code, methods=["POST"]),
        Route("/browsers", entrance.list_browsers),
        Route("/browsers/code", entrance.new_code, methods=["POST"]),
        Route("/browsers/away", entrance.send_away, methods=["POST"]),
    ]


def ask_for_code(connection: HTTPConnection, first: str = "") -> HTMLResponse:
    """The page that whoever was not let in sees, whatever they asked for; it may begin with another text."""
    with speaking(connection):
        path = html.escape(connection.url.path if connection.scope.get("method", "GET") == "GET" else "/")
        field = (
            '<input id="code" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" required autofocus '
            'size="16" maxlength="40">'
        )
        text = f"{say(first)} {say('door_text')}" if first else say("door_text")
        form = (
            f'</p><form method="post" action="/enter"><p><label for="code">{say("door_code")}</label> {field}'
            f'<input type="hidden" name="to" value="{path}"> <button>{say("door_enter")}</button></p></form>'
            f'<form method="post" action="/enter/code"><p>{say("door_used")} <button>{say("door_show")}</button></p></form><p>'
        )
        return plain_page(say("door_title"), text + form, 403, language.get())


class Entrance:
    """Answers at the door."""

    def __init__(self, server: Doors) -> None:
        self.server, self.hall = server, server.hall

    async def enter(self, request: Request) -> Response:
        """Exchange a code for a cookie.

        The answer is a page that goes on by itself: a cookie for this site alone does not come along where a browser is redirected from
        elsewhere, as from the file that `cardshark play` opens.
        """
        form = await read_form(request)
        called = request.headers.get("user-agent", "")[:300]
        found = await self.hall.look_up(lambda: self.hall.entry.come_in(form.get("code", ""), called))
        if found is None:
            return ask_for_code(request, "door_wrong")
        cookie, path = found
        target = html.escape(path if path != "/" else own_path(form.get("to", "/")))
        with speaking(request):
            text = f'<a href="{target}">{say("door_open")}</a><meta http-equiv="refresh" content="0;url={target}">'
            answer = plain_page("cardshark", text, 200, language.get())
        answer.set_cookie(self.server.cookie, cookie, httponly=True, samesite="strict", path="/")
        return answer

    async def show_code(self, request: Request) -> Response:
        """The terminal shows a code that works: the owner's, for nobody else sees it there."""
        self.server.show_code()
        return ask_for_code(request, "door_shown")

    # ---- the browsers ----

    async def list_browsers(self, request: Request) -> Response:
        """Who was let in, and a code for one more."""
        return await self.page_of_browsers(request)

    async def page_of_browsers(self, request: Request, code: str = "") -> Response:
        """The page; with a code if one was just made."""
        person, owner = self.server.person(request), self.hall.owner
        guests = await self.hall.look_up(self.hall.store.guests) if person == owner else []
        with speaking(request):
            rows = "".join(self.row(each, request, owner) for each in self.hall.entry.seen_by(person, owner))
            offers = [(str(person), say("browsers_mine"))]
            if person == owner:
                offers += [("new", say("browsers_guest")), *((str(guest), say("browsers_again", n=guest)) for guest in guests)]
            forms = "".join(f'<form method="post" action="/browsers/code?for={who}"><button>{text}</button></form>' for who, text in offers)
            made = f"<p>{say('browsers_code')} <code>{code}</code></p>" if code else ""
            back = f'<a href="/">{say("browsers_back")}</a>'
            text = f"{say('browsers_text')}</p>{made}{forms}<h2>{say('browsers_in')}</h2><ul>{rows}</ul><p>{back}"
            return plain_page(say("browsers_title"), text, 200, language.get())

    def row(self, browser: Browser, request: Request, owner: int) -> str:
        """A browser, and the way to send it away."""
        whose = say("browsers_of_owner") if browser.person == owner else say("browsers_of_guest", n=browser.person)
        here = f" ({say('browsers_this')})" if browser == request.scope["browser"] else ""
        text = say("browsers_row", name=short_name(browser.called), whose=whose, since=f"{browser.since:%Y-%m-%d %H:%M}")
        button = f"<button>{say('browsers_away')}</button>"
        return f'<li><form method="post" action="/browsers/away?number={browser.number}">{text}{here} {button}</form></li>'

    async def new_code(self, request: Request) -> Response:
        """A code for another browser of the same person, or for a guest."""
        person, wanted = self.server.person(request), request.query_params.get("for", "")
        if wanted != str(person) and person != self.hall.owner:
            with speaking(request):
                return plain_page(say("browsers_title"), say("browsers_owner_only"), 403, language.get())
        known = [person, *await self.hall.look_up(self.hall.store.guests)]
        if wanted != "new" and wanted not in map(str, known):
            return await self.page_of_browsers(request)
        return await self.page_of_browsers(request, self.hall.entry.new_code(None if wanted == "new" else int(wanted)))

    async def send_away(self, request: Request) -> Response:
        """A browser must come in again, and its open pages are closed."""
        person, owner = self.server.person(request), self.hall.owner
        number = request.query_params.get("number", "")
        away = [each for each in self.hall.entry.seen_by(person, owner) if str(each.number) == number]
        for each in away:
            self.hall.entry.send_away(each.number)
            await send_all_away(page.socket for page in list(self.hall.pages) if page.browser == each.number)
        if not any(each.person == owner for each in self.hall.entry.browsers.values()):
            self.server.show_code()  # or the owner could not come back
        return ask_for_code(request, "door_sent") if request.scope["browser"] in away else await self.page_of_browsers(request)


def own_path(path: str) -> str:
    """A page of this server; the lobby for whatever might lead elsewhere."""
    return path if re.fullmatch(r"(/[\w.-]+)*/?", path) and not path.startswith("//") else "/"


def short_name(agent: str) -> str:
    """What a browser is called in a list: "Firefox, Linux"."""
    found = [next((text for sign, text in names.items() if sign in agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or "?"
