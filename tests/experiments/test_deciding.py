"""`cardshark decide` runs only what a claim needs; `cardshark reproduce --all` says what it will cost, and what each claim has cost."""

import json
import multiprocessing
import re
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from cardshark.arena import contest
from cardshark.arena.jobs import HERE, Crew
from cardshark.arena.records import cut_pieces
from cardshark.cli import papers
from cardshark.experiments import costs, deciding, frozen, reproduce
from cardshark.experiments.amounts import Amounts, amounts_of
from cardshark.experiments.costs import Estimate, claim_costs, estimate, sentences
from cardshark.report.record import read, write
from cardshark.report.result import Claim, Need
from cardshark.report.verdict import Verdict
from cardshark.text import UserError
from helpers.commands import check_refused
from helpers.commands import run_quietly as run

pytestmark = pytest.mark.long

UNDECIDED, DECIDED = "one-brain-is-best", "it-works"


@pytest.fixture(autouse=True)
def toy(monkeypatch, tmp_path):
    monkeypatch.setitem(reproduce.PAPERS, "toy", "helpers.toy_paper")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


@pytest.fixture
def measured(toy):
    """A run of the toy that leaves a claim undecided."""
    reproduce.measure("toy", 1, 3, toy / "run")
    assert verdict(toy / "run") == Verdict.UNDECIDED
    return toy / "run"


def verdict(folder, key=UNDECIDED):
    return next(claim.verdict for claim in reproduce.judge(folder / "record.json").claims if claim.key == key)


def lines(folder):
    return [json.loads(line) for line in (folder / "journal.jsonl").read_text(encoding="utf-8").splitlines()]


# ---- how much ----


def test_amounts_grow_with_the_scale_and_with_what_was_asked():
    assert Amounts(0.01).amount("x", 1000) == 10 and Amounts(0.0001).amount("x", 1000) == 1 and Amounts(0.01).amount("x", 10, 5) == 5
    assert [Amounts(scale).seeds("x", 10) for scale in (0.01, 0.5, 1, 2)] == [2, 5, 10, 20]
    asked = Amounts(0.01, {"strong": 3.0, "seeds of weak matches": 1.5})
    assert asked.amount("strong matches", 1000) == 30 and asked.amount("weak matches", 1000) == 10
    assert asked.seeds("weak", 10) == 3 and asked.seeds("strong matches", 10) == 2


# ---- decide ----


def test_an_undecided_claim_gets_what_it_needs_and_nothing_else(measured, capsys, monkeypatch):
    before = lines(measured)
    status, out, err = run(capsys, monkeypatch, "decide", "toy", UNDECIDED, "--folder", "run", "--on", "here")
    assert status == 0 and re.search(rf"{UNDECIDED} is (still )?\w+: ours", out), out + err
    assert f"For {UNDECIDED}, " in err
    after = lines(measured)
    assert after[: len(before)] == before  # what was done is kept to the bit,
    new = [line["key"] for line in after[len(before) :]]
    assert new[-1] == "more of contest" and all(key.startswith("contest ") for key in new[:-1]) and len(new) > 1  # nobody was trained again
    record = read(measured / "record.json")
    assert record.run.more == {"contest": after[-1]["value"]}
    assert record.rows("contests")[0]["deals"] == round(5 * record.run.more["contest"]) == amounts_of(record).amount("contest", 5)
    assert any("times as much was run after a first look" in each for each in reproduce.judge(measured / "record.json").provenance)
    again = reproduce.measure("toy", 1, 3, measured)  # and a run that goes on knows of it
    assert read(again) == record


KEPT = "Stopped. What was done is kept for run: the same command goes on."


@pytest.fixture
def heard(monkeypatch):
    """What the bar of a command was told: its total, and then each step. Ctrl-C comes when `heard.most` steps were told."""

    class Heard(list):
        most = 10**9

    heard = Heard()

    @contextmanager
    def counting(what, total, quiet):
        heard[:] = [total]

        def advance(done):
            heard.append(done)
            if sum(map(bool, heard[1:])) > heard.most:
                raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr(papers, "counting", counting)
    return heard


def test_after_a_stopped_decide_the_run_is_as_it_was_and_the_same_decide_goes_on(measured, capsys, monkeypatch, heard):
    before, words = (measured / "record.json").read_bytes(), ["toy", "--seed", "3", "--folder", "run", "--on", "here"]
    monkeypatch.setattr(contest, "cut_pieces", lambda stream, start, end, size: cut_pieces(stream, start, end, 2))
    heard.most = 2
    status, out, err = run(capsys, monkeypatch, "decide", "toy", UNDECIDED, *words[1:])
    assert (status, out) == (130, "") and err.splitlines()[-1] == KEPT and sum(heard[1:]) < heard[0]
    done = lines(measured)
    assert done[-1]["key"].startswith("contest ") and (measured / "record.json").read_bytes() == before
    heard.most = 10**9
    status, out, err = run(capsys, monkeypatch, "reproduce", *words)  # nobody asks for more here
    assert status == 0 and lines(measured) == done and sum(heard[1:]) == heard[0] == 3 + 3 + 5
    assert (measured / "record.json").read_bytes() == before
    status, out, _ = run(capsys, monkeypatch, "decide", "toy", UNDECIDED, *words[1:])
    assert status == 0 and lines(measured)[: len(done)] == done and sum(heard[1:]) == heard[0]  # the bar counts what it does, and no more
    more = read(measured / "record.json").run.more["contest"]
    assert heard[0] == round(5 * more) - 5 and lines(measured)[-1]["key"] == "more of contest"


def test_a_stopped_run_says_what_is_kept(toy, capsys, monkeypatch, heard):
    words = ["reproduce", "toy", "--seed", "3", "--folder", "run", "--on", "here"]
    for heard.most, said in ((2, KEPT), (0, KEPT)):
        status, out, err = run(capsys, monkeypatch, *words)
        assert (status, out) == (130, "") and err.splitlines()[-1] == said
    monkeypatch.setattr(reproduce.Workshop, "do", stop_at_once)
    status, out, err = run(capsys, monkeypatch, *words)
    assert (status, out) == (130, "") and err.splitlines()[-1] == "Stopped. Nothing was finished yet."


def stop_at_once(*given):
    raise KeyboardInterrupt


def test_a_command_for_the_run_that_is_missing_names_its_scale_and_seed(toy, capsys, monkeypatch):
    words = ["decide", "toy", UNDECIDED, "--scale", "0.02", "--seed", "4"]
    advice = "cardshark reproduce toy --scale 0.02 --seed 4 --folder runs/toy-0.02-4"
    check_refused(capsys, monkeypatch, f"there is no finished run of toy in runs/toy-0.02-4: {advice} makes one", *words)
    with reproduce.KeyedJournal(Path("runs/toy-0.02-4/journal.jsonl"), reproduce.settings_of_run("toy", 0.02, 4)) as journal:
        journal.put("begun", 1)
        check_refused(capsys, monkeypatch, "the run of toy in runs/toy-0.02-4 is not finished, and is being written just now", *words)
    for asked in (words, ["decide", "toy", UNDECIDED, "--folder", "runs/toy-0.02-4"]):
        check_refused(capsys, monkeypatch, f"the run of toy in runs/toy-0.02-4 is not finished: {advice} goes on with it", *asked)


def test_a_decided_claim_says_so_and_runs_nothing(measured, capsys, monkeypatch):
    before = (measured / "journal.jsonl").read_bytes()
    status, out, _ = run(capsys, monkeypatch, "decide", "toy", DECIDED, "--folder", "run")
    assert status == 0 and re.fullmatch(rf"{DECIDED} is decided: reproduced, ours [\d.± ]+\. Nothing was run\.\n", out)
    status, out, _ = run(capsys, monkeypatch, "decide", "toy", DECIDED, "--folder", "run", "--json")
    assert json.loads(out)["run"] is False
    assert (measured / "journal.jsonl").read_bytes() == before


def test_what_cannot_be_decided_is_said_in_one_sentence(measured, capsys, monkeypatch):
    words = ["--folder", "run", "--on", "here"]
    check_refused(capsys, monkeypatch, "did you mean one-brain-is-best", "decide", "toy", "one-brain-best", *words)
    check_refused(capsys, monkeypatch, "there is no finished run of toy in", "decide", "toy", UNDECIDED, "--folder", "elsewhere")
    check_refused(capsys, monkeypatch, "decide needs a claim: cardshark decide toy CLAIM", "decide", "toy")
    check_refused(capsys, monkeypatch, "no paper 'toys'", "decide", "toys", UNDECIDED)
    check_refused(capsys, monkeypatch, "core hours more, and --most allows 1e-09", "decide", "toy", UNDECIDED, *words, "--most", "1e-9")
    monkeypatch.setattr(deciding, "MOST_TIMES", 1)
    check_refused(capsys, monkeypatch, "too close to be told apart", "decide", "toy", UNDECIDED, *words)


def test_what_a_claim_needs_follows_from_its_need_its_words_or_is_twice_as_much(measured):
    record, claim = read(measured / "record.json"), frozen.frozen_claims(Path(reproduce.page("toy").__file__).parent)[UNDECIDED]

    def times(**told):
        found = deciding.extension(record, Claim("x", Verdict.UNDECIDED, key=UNDECIDED, **told), claim)
        return found.times, found.seeds

    assert times(need=Need(15, "deals", 5)) == (4.0, False)
    assert times(need=Need(10, "seeds", 10)) == (2.0, True)
    assert times(would_decide="15 more deals") == (4.0, False)
    assert times(would_decide="30 more seeds", seeds=10) == (4.0, True)
    assert times(would_decide="a miracle") == (2.0, False)
    found = deciding.extension(record, Claim("x", Verdict.UNDECIDED, need=Need(10, "seeds", 10)), claim)
    assert found.asked(record) == {"seeds of contest": 2.0}
    assert found.seconds == pytest.approx(record.seconds_of(["contest"]))


def test_a_page_that_cannot_judge_the_longer_run_leaves_everything_as_it_was(measured, capsys, monkeypatch):
    before, page = (measured / "record.json").read_bytes(), reproduce.page("toy")
    honest = page.result

    def strict(record):
        if record.run.more:
            raise ValueError("a pair needs both sides")
        return honest(record)

    monkeypatch.setattr(page, "result", strict)
    sentence = "with more of its work alone, so all is as it was: "
    status, out, err = run(capsys, monkeypatch, "decide", "toy", UNDECIDED, "--folder", "run", "--on", "here")
    assert (status, out) == (2, "") and sentence in err and "a pair needs both sides" in err
    assert (measured / "record.json").read_bytes() == before
    assert verdict(measured) == Verdict.UNDECIDED


# ---- estimates and costs ----


def test_an_estimate_is_what_our_record_took_at_this_scale(measured, monkeypatch):
    record = read(measured / "record.json")
    monkeypatch.setattr(costs, "published", lambda: measured.parent / "results")
    assert estimate("toy", 1, 3, measured) == Estimate("toy", None)
    write(replace(record, pieces=()), measured.parent / "results" / "toy" / "record.json")
    assert estimate("toy", 1, 3, measured) == Estimate("toy", None)  # a record of before says nothing of the work of today
    write(record, measured.parent / "results" / "toy" / "record.json")
    found = estimate("toy", 2, 3, measured.parent / "new")
    assert found.seconds == pytest.approx(2 * record.run.seconds) and found.done == 0
    found = estimate("toy", 1, 3, measured)
    assert found.done == pytest.approx(record.run.seconds, abs=0.2) and found.left == pytest.approx(0, abs=0.2)
    with pytest.raises(UserError, match="records something else"):
        estimate("toy", 2, 3, measured)


def test_an_estimate_says_what_it_does_not_know():
    found = sentences([Estimate("a", 7200.0, 3600.0), Estimate("b", None)], Crew("cores", 4))
    assert found == [
        "a: about 2 h of one core, of which 1 h are done",
        "b: unknown, because no record of this work is published",
        "Still to do: about 1.0 core hours, and 1 of which nothing is known, or 15 min with 4 workers.",
    ]
    assert sentences([Estimate("a", 20.0)], HERE)[-1] == "Still to do: about 20 s of one core, or 20 s with 1 worker."


def test_all_papers_one_after_the_other_with_an_estimate_before_and_costs_after(toy, capsys, monkeypatch):
    monkeypatch.setattr(reproduce, "PAPERS", {"toy": "helpers.toy_paper", "toy_again": "helpers.toy_paper"})
    words = ["reproduce", "--all", "--seed", "3", "--folder", "all", "--on", "here"]
    status, out, err = run(capsys, monkeypatch, *words)
    assert status == 0, err
    assert err.startswith("toy: unknown, because no record of this work is published\ntoy_again: unknown")
    assert (
        out.count("It works.") == 2 and "What each claim rests on has taken" in out and "Claims that rest on the same work share it" in out
    )
    together = (toy / "all" / "README.md").read_text(encoding="utf-8")
    assert "toy/toy.md" in together and "Of 4 claims: " in together and "All papers on one page: " in err
    journals = {name: (toy / "all" / name / "journal.jsonl").read_bytes() for name in reproduce.PAPERS}
    status, out, _ = run(capsys, monkeypatch, *words, "--json")  # again: nothing is left to do
    found = [json.loads(line) for line in out.splitlines()]
    assert [each["key"] for each in found if each["seconds"] > 0] == [DECIDED, UNDECIDED] * 2
    assert journals == {name: (toy / "all" / name / "journal.jsonl").read_bytes() for name in reproduce.PAPERS}
    check_refused(capsys, monkeypatch, "leave it out, or the paper", "reproduce", "toy", "--all")
    check_refused(capsys, monkeypatch, "leave it out, or --record", "reproduce", "--all", "--record", "x.json")
    check_refused(capsys, monkeypatch, "a scale is above 0", "reproduce", "--all", "--scale", "0")


def test_one_paper_says_first_what_it_will_cost(measured, capsys, monkeypatch):
    monkeypatch.setattr(costs, "published", lambda: measured.parent / "results")
    write(read(measured / "record.json"), measured.parent / "results" / "toy" / "record.json")
    words = ["reproduce", "toy", "--seed", "3", "--folder", "new", "--on", "here"]
    status, _, err = run(capsys, monkeypatch, *words)
    cost, still, *_ = err.splitlines()
    assert (
        status == 0 and re.fullmatch(r"toy: about .+ of one core", cost) and re.fullmatch(r"Still to do: about .+ with 1 worker\.", still)
    )
    assert run(capsys, monkeypatch, *words, "--json")[2] == ""  # to a program nothing is said but the result


def test_the_cost_of_a_claim_is_that_of_the_work_it_names(measured):
    record, result = read(measured / "record.json"), reproduce.judge(measured / "record.json")
    found = claim_costs(result)
    assert [each.claim for each in found] == [DECIDED, UNDECIDED]
    assert found[0].seconds == found[1].seconds == record.seconds_of(["contest"]) > 0
    assert record.run.seconds == pytest.approx(sum(piece.seconds for piece in record.pieces), abs=0.06)


# ---- claims that change after the run, and runs on the same folder ----


def test_claims_that_change_after_the_run_are_told_even_if_the_run_goes_on(measured, monkeypatch):
    assert list(reproduce.judge(measured / "record.json").claims_since) == []
    real = frozen.frozen_claims(Path(reproduce.page("toy").__file__).parent)
    softer = frozen.FrozenClaims("toy", {**real, DECIDED: replace(real[DECIDED], criterion="anything")})
    monkeypatch.setattr(reproduce, "claims_of", lambda name: softer)
    wanted = [f"The claim {DECIDED} was changed after the runs."]
    assert reproduce.judge(measured / "record.json").claims_since == wanted
    reproduce.measure("toy", 1, 3, measured)  # the run goes on, and remembers how it began
    result = reproduce.judge(measured / "record.json")
    assert result.claims_since == wanted
    page = reproduce.publish(result, measured)
    assert all(wanted[0] in path.read_text(encoding="utf-8") for path in page[:2])


def hold(folder, ready):
    """Another process that works in a folder."""
    with reproduce.KeyedJournal(folder / "journal.jsonl", reproduce.settings_of_run("toy", 1, 3)) as journal:
        journal.put("begun", 1)
        ready.set()
        time.sleep(60)


def test_a_second_run_in_the_same_folder_is_refused_and_the_first_goes_on(toy, capsys, monkeypatch):
    context = multiprocessing.get_context("spawn")
    ready = context.Event()
    first = context.Process(target=hold, args=(toy / "run", ready))
    first.start()
    try:
        assert ready.wait(60)
        words = ["toy", "--seed", "3", "--folder", "run", "--on", "here"]
        check_refused(capsys, monkeypatch, "is being written by another run: wait for its end", "reproduce", *words)
        assert first.is_alive() and b"begun" in (toy / "run" / "journal.jsonl").read_bytes()
    finally:
        first.kill()
        first.join()
