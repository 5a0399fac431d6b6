"""The seal that both sides make: neither decides the deal alone, everything is one chain, and every attack gets one sentence."""

import copy
import json
import zlib
from hashlib import sha256

import pytest

from cardshark.games import game_named, house
from cardshark.games.match import Single
from cardshark.hands import chained, link
from cardshark.hands.hand import StandIn
from cardshark.hands.harmless import UNKNOWN
from cardshark.hands.link import decode, encode
from cardshark.hands.played import play_hand, record_deal, steps
from cardshark.hands.saved import from_json, to_json
from cardshark.hands.seal import SILENT, Sealing, check_sealing, new_word, promise_of, seal_of, words_of
from cardshark.hands.verify import Note, read, read_note, verify
from cardshark.text import UserError
from helpers.played import ROOMS, chosen_by_chance, joined_hand, random_hand, secret_of, word_of

SECRET = bytes(range(32))


def sealed_again(hand, **changes):
    """A hand with something changed, and a chain that was made anew over it: what a server could write afterwards."""
    return to_json(hand._replace(**changes))


def hand_of(secret, word, seed=1):
    """A hand of Hearts that was dealt from this secret and word, and played by chance."""
    rules = house.parse(game_named("hearts").PRESETS, "american")
    sealing = Sealing((promise_of(word), "", "", ""), (word, "", "", ""))
    chances = words_of(secret, sealing.words)
    match = Single(game_named("hearts"), rules, chances.deals, chances.luck)
    dealt = record_deal("hearts", match, ("you", *["random"] * 3), ("You", "Wilma", "Nora", "Emil"), secret, sealing)
    return chosen_by_chance(dealt, match, seed)


# ---- the deal ----


def test_the_deal_follows_from_secret_and_words_as_the_module_says():
    word = "00112233445566778899aabbccddeeff"
    said = SECRET + b"\x02" + bytes.fromhex(word)
    assert words_of(SECRET, ("", "", word, "")).deals == int.from_bytes(sha256(b"cardshark deal " + said).digest()[:8], "little")
    assert words_of(SECRET, ("", "", word, "")).luck == int.from_bytes(sha256(b"cardshark luck " + said).digest()[:8], "little")
    assert words_of(SECRET, ("", "", "", "")) == words_of(SECRET)  # nobody gave a word
    assert promise_of(word) == sha256(bytes.fromhex(word)).hexdigest()
    assert len(new_word()) == 32 and new_word() != new_word()


def test_neither_side_decides_the_deal_alone():
    deals = {words_of(secret_of(secret), (word_of(word), "")).deals for secret in range(20) for word in range(20)}
    assert len(deals) == 400  # another word is another deal, whatever the secret, and the other way round
    assert words_of(SECRET, (word_of(1), "")) != words_of(SECRET, ("", word_of(1)))  # and the seat counts, too


@pytest.mark.parametrize("word", ["", "00", "zz" * 16, "AA" * 16, "00" * 17, " " + "00" * 16])
def test_what_is_no_word_is_refused(word):
    with pytest.raises(UserError, match="hexadecimal digits"):
        promise_of(word)


@pytest.mark.parametrize("sealing", [Sealing((), ()), Sealing(("x", ""), ("", "")), Sealing(("", ""), ("", "short"))])
def test_promises_and_words_that_no_table_can_have_are_refused(sealing):
    with pytest.raises(UserError):
        check_sealing(sealing, 2)


# ---- kept and sent ----


@pytest.mark.parametrize(("name", "rules"), ROOMS)
def test_a_joined_hand_comes_back_from_a_file_and_from_a_link(name, rules):
    hand = joined_hand(name, rules, 3, 2)
    data = json.loads(json.dumps(to_json(hand)))
    assert data["cardshark"] == "hand 2"
    assert from_json(data) == hand
    assert verify(data).good
    assert decode(encode(hand)) == hand
    assert verify(read(encode(hand))).good
    begun = play_hand(hand, hand.choices[:5])._replace(undone=True)
    assert decode(encode(begun)) == begun


def test_promises_that_were_not_kept_come_back_too():
    hand = joined_hand("hearts", "dutch", 1)
    silent = hand._replace(sealing=Sealing((*hand.sealing.promises[:1], SILENT, "ab" * 32, ""), hand.words))
    assert decode(encode(silent)) == silent
    finding = verify(to_json(silent))
    assert finding.good
    assert "seat 2 ('Wilma') and seat 3 ('Nora') gave no word." in finding.sentence


def test_a_changed_link_is_refused():
    hand = joined_hand("hearts", "american", 1)
    code, found = encode(hand), []
    for place in range(1, len(code)):
        letter = "A" if code[place] != "A" else "B"
        try:
            found.append(decode(code[:place] + letter + code[place + 1 :]))
        except UserError:
            continue
    assert len(found) <= 2 and set(found) <= {hand}  # the last letters of both parts have bits that mean nothing


# ---- what is said ----


def test_the_sentence_says_what_is_proved_and_what_is_not():
    hand = joined_hand("hearts", "american", 1)
    data = to_json(hand)
    said = verify(data).sentence
    assert f"a secret that the seal {hand.seal} fixed before the deal" in said
    assert f"and from the word {hand.words[0]} of seat 1 ('You')" in said
    assert f"these {len(hand.choices)} choices lead to the score {' '.join(map(str, data['scores']))}" in said
    assert f"one chain, whose end is {data['end']}" in said
    assert "does not prove that seal, word and end are those of the table: compare them with what your page noted; nor" in said
    noted = verify(data, Note(hand.seal, hand.words[0], data["end"])).sentence
    assert "compare" not in noted
    assert "does not prove that nobody saw hidden cards, nor who sat there." in noted


def test_hands_of_before_are_verified_and_say_that_they_prove_less():
    hand = random_hand("hearts", "american", 1)
    data = to_json(hand)
    assert data["cardshark"] == "hand 1"
    assert "does not prove that the server took the first secret it drew" in verify(data).sentence


def test_a_hand_without_any_word_says_so():
    hand = random_hand("hearts", "american", 1)
    bots = verify(to_json(hand._replace(sealing=Sealing(("",) * 4, ("",) * 4))))
    assert bots.good
    assert "the server alone decided the deal" in bots.sentence and "Only bots sat there" in bots.sentence
    silent = verify(to_json(hand._replace(sealing=Sealing((SILENT, "", "", ""), ("",) * 4))))
    assert silent.good
    assert "the server alone decided the deal" in silent.sentence and silent.sentence.endswith("seat 1 ('You') gave no word.")


# ---- attacks ----


def attacks() -> dict:
    """What somebody may change in a saved hand afterwards."""

    def change(name, value):
        return lambda data: data.update({name: value})

    def other_end(data):  # as if two choices had been made by each other, at the end, where they change no score
        data["choices"][-1], data["choices"][-5] = data["choices"][-5], data["choices"][-1]

    def drop(data):
        data.update(choices=data["choices"][:-4], scores=[], after=[])

    return {
        "a choice": other_end, "the last choices": drop, "the score": change("scores", [26, 0, 0, 0]),
        "the totals": change("after", [1, 2, 3, 4]),
        "totals before": change("totals", [1, 2, 3, 4]), "a name": change("names", ["You", "Wilma", "Nora", "Otto"]),
        "a player": change("players", ["you", "random", "jake", "random"]), "the word": change("words", [word_of(99), "", "", ""]),
        "no word": change("words", [""] * 4), "the promise": change("promises", [promise_of(word_of(99)), "", "", ""]),
        "somebody was not asked": change("promises", ["", "", "", ""]), "taken back": change("undone", True),
        "the opening": change("opening", "0" * 64), "the end": change("end", "0" * 64), "the rules": change("rules", "dutch"),
        "word and promise": lambda data: data.update(words=[word_of(99), "", "", ""], promises=[promise_of(word_of(99)), "", "", ""]),
    }  # fmt: skip


@pytest.mark.parametrize("what", attacks())
def test_whatever_is_changed_afterwards_is_refused_in_one_sentence(what):
    data = to_json(joined_hand("hearts", "american", 1))
    changed = copy.deepcopy(data)
    attacks()[what](changed)
    assert changed != data
    finding = verify(changed)
    assert not finding.good
    assert finding.sentence.endswith(".") and "\n" not in finding.sentence


def test_a_changed_choice_that_changes_no_score_breaks_the_chain():
    data = to_json(joined_hand("hearts", "american", 1))
    choices = data["choices"]
    choices[0], choices[1] = choices[1], choices[0]  # two cards are passed in another order: nothing else follows from it
    assert verify(data).sentence.startswith("The chain is broken after its opening")


def test_an_older_form_hides_nothing():
    data = to_json(joined_hand("hearts", "american", 1))
    with pytest.raises(UserError, match="unknown field"):
        verify({**data, "cardshark": "hand 1"})
    older = {name: value for name, value in data.items() if name in to_json(random_hand("hearts", "american", 1))}
    assert verify({**older, "cardshark": "hand 1"}).sentence == "These are not the cards that the secret deals."


def test_a_server_that_deals_from_a_second_secret_is_found_by_the_seal_that_was_shown():
    word = word_of(1)
    shown, dealt = secret_of(1), secret_of(2)
    file = to_json(hand_of(dealt, word))
    assert verify(file).good  # in itself it is whole: only the note knows better
    finding = verify(file, Note(seal=seal_of(shown)))
    assert not finding.good
    assert finding.sentence.startswith("Your note has another seal")


def test_a_server_that_tries_another_word_is_found_by_the_word_that_was_given():
    given, tried = word_of(1), word_of(2)
    file = to_json(hand_of(secret_of(1), tried))
    assert verify(file, Note(seal=seal_of(secret_of(1)))).good
    finding = verify(file, Note(seal=seal_of(secret_of(1)), word=given))
    assert not finding.good
    assert finding.sentence.startswith(f"Your word {given} is not in this hand")


@pytest.mark.parametrize("changes", [{"names": ("You", "Wilma", "Nora", "Otto")}, {"totals": (5, 5, 5, 5)}, {"undone": True}])
def test_a_chain_that_was_made_anew_is_found_by_the_end_that_was_noted(changes):
    hand = joined_hand("hearts", "american", 1)
    file = sealed_again(hand, **changes)
    assert verify(file).good
    finding = verify(file, Note(end=to_json(hand)["end"]))
    assert not finding.good
    assert finding.sentence.startswith("Your note has another end")


def test_a_link_of_the_chain_gives_nothing_away_without_the_secret():
    """Everybody can list what a seat may have passed; the key keeps them from trying it out."""
    hand = joined_hand("hearts", "american", 1)
    words = [chained.choice_name(match, choice) for match, choice in chained.steps(hand)]
    shown = list(chained.links(hand, words))
    guess = hand._replace(secret=secret_of(77))  # all is known but the secret
    assert not set(shown) & set(chained.links(guess, words))
    assert shown == list(chained.links(hand, words))


def test_a_note_of_the_first_digits_is_a_note():
    hand = joined_hand("hearts", "american", 1)
    data, other = to_json(hand), "0" if hand.seal[15] != "0" else "1"
    for typed, digits in ((hand.seal[:16], 16), (f" {hand.seal[:16].upper()}… ", 16), (hand.seal[:63], 63)):
        finding = verify(data, read_note(typed, "", ""))
        assert finding.good
        assert f"Of the seal your note has the first {digits} of 64 digits: they agree." in finding.sentence
    assert "digits" not in verify(data, read_note(hand.seal, "", "")).sentence
    assert verify(data, read_note(hand.seal[:15] + other, "", "")).sentence.startswith("Your note has another seal")
    old = verify(to_json(random_hand("hearts", "american", 1)), read_note(random_hand("hearts", "american", 1).seal[:20], "", ""))
    assert old.good and "the first 20 of 64 digits" in old.sentence
    with pytest.raises(UserError, match="15 digits of a seal are too few to tell anything: note at least 16 of its 64"):
        read_note(hand.seal[:15], "", "")
    for wrong in (hand.seal + "0", "z" * 16, "4b721a80 efd43bd7"):
        with pytest.raises(UserError, match="a seal has 64 hexadecimal digits"):
            read_note(wrong, "", "")


# ---- who chose for a player that could not go on ----


def with_stand_in(hand, player="jake", nth=1):
    """The hand, with somebody who chose for seat 1 from one of its choices on."""
    own = [number for number, (match, _) in enumerate(steps(hand)) if match.state.table.turn == 1]
    return hand._replace(stood_in=(StandIn(1, own[nth], player),))


@pytest.mark.parametrize(("name", "rules"), [("hearts", "american"), ("gin", "eaai")])
def test_who_chose_for_another_is_kept_and_told(name, rules):
    for hand in (with_stand_in(joined_hand(name, rules, 3)), with_stand_in(random_hand(name, rules, 3))):
        data = json.loads(json.dumps(to_json(hand)))
        assert data["stood_in"] == [[1, hand.stood_in[0].choice, "jake"]]
        assert from_json(data) == hand
        assert decode(encode(hand), as_written=True) == hand
        finding, number = verify(data), hand.stood_in[0].choice + 1
        assert finding.good
        assert f" From choice {number} on 'jake' chose for seat 2 ('Wilma'), which could not go on." in finding.sentence
        assert verify(read(encode(hand))) == finding


def test_who_chose_for_another_is_chained():
    hand = joined_hand("hearts", "american", 3)
    data = to_json(with_stand_in(hand))
    later = to_json(with_stand_in(hand, nth=2))["stood_in"]
    for changed in ([], later, [[*data["stood_in"][0][:2], "emil"]]):
        assert not verify({**data, "stood_in": changed}).good
        assert "chain is broken after its opening" in verify({**data, "stood_in": changed}).sentence
    assert not verify({name: value for name, value in data.items() if name != "stood_in"}).good
    assert "stood_in" not in to_json(hand)  # nothing changes where nobody stood in
    assert '"",true,-1],[' in link_text(hand)


def test_a_stand_in_that_nobody_can_have_had_is_refused():
    hand = with_stand_in(joined_hand("hearts", "american", 3))
    choice = hand.stood_in[0].choice
    for wrong in ([[2, choice, "jake"]], [[1, 999, "jake"]], [[1, -1, "jake"]], [[1, choice, "jake"]] * 2, [[1, choice, "x" * 301]]):
        finding = verify({**to_json(hand), "stood_in": wrong})
        assert not finding.good and finding.sentence.startswith("This hand cannot have been played: ")
        with pytest.raises(UserError):
            decode(encode(hand._replace(stood_in=tuple(StandIn(*each) for each in wrong))))


def test_a_link_starts_no_stand_in_from_outside():
    assert decode(encode(with_stand_in(joined_hand("gin", "eaai", 3), "./mybot.py:Crash"))).stood_in[0].player == UNKNOWN


def link_text(hand):
    """The text part of a hand's link, unpacked."""
    packed = link.bytes_of(link.FORM.fullmatch(encode(hand))[2])
    return zlib.decompressobj(-15, link.USUAL).decompress(packed).decode()
