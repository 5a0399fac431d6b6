/* Random hands of Hearts in plain C: what a compiler makes of the bare game, with nothing around it.
 *
 * It deals the same cards from the same words as chance.py and hearts.py and makes the same random choices, so a test can
 * compare every score. It keeps no history, no voids and no match, and knows only what `struct rules` says: four players, no
 * passing, hearts at one point each, and a moon charges the others. The rules of each game are constants, which the compiler
 * works into the code: a high bar on purpose, since the kernels of hearts.py read theirs at run time.
 */

#include <stdint.h>

typedef uint64_t set;  /* of cards: bit 16 * suit + rank, as in cards.py */
typedef uint64_t word; /* of SplitMix64 */

enum { SEATS = 4, JACK_OF_CLUBS = 9, QUEEN_OF_SPADES = 16 * 3 + 10 };

#define HEARTS ((set)0x1FFF << 16 * 2)

struct rules {
    set deck;
    set forced;    /* the card that must be led first, and whose holder leads; empty: the lead rotates and is free */
    set banned;    /* from the first trick */
    set held_back; /* may not be led before a heart was played */
    int hand_size;
    int queen_of_spades; /* points */
    int jack_of_clubs;   /* points */
    int total;           /* points of all penalty cards: a moon */
};

/* ---- chance ---- */

static const word GOLDEN = 0x9E3779B97F4A7C15;

static inline word mixed(word w) {
    w = (w ^ (w >> 30)) * 0xBF58476D1CE4E5B9;
    w = (w ^ (w >> 27)) * 0x94D049BB133111EB;
    return w ^ (w >> 31);
}

static inline word draw(word w, uint64_t index) { return mixed(w + GOLDEN * (index + 1)); }

static inline word sealed(word w) { return w ^ mixed(w); }

static inline uint64_t below(word bits, uint64_t limit) { return ((bits >> 32) * limit) >> 32; }

/* ---- cards ---- */

static inline set single(int card) { return (set)1 << card; }

static inline set lane(int suit) { return (set)0x1FFF << 16 * suit; }

static inline int count(set cards) { return __builtin_popcountll(cards); }

static inline int highest(set cards) { return 63 - __builtin_clzll(cards); }

/* The card with k lower ones in the set. */
#ifdef __BMI2__
#include <immintrin.h>
static inline int pick(set cards, int k) { return __builtin_ctzll(_pdep_u64(single(k), cards)); }
#else
static inline int pick(set cards, int k) {
    while (k--) cards &= cards - 1;
    return __builtin_ctzll(cards);
}
#endif

static inline int any_of(set cards, word bits) { return pick(cards, below(bits, count(cards))); }

/* ---- the game ---- */

/* Deal all hands; the last seat gets what is left. */
static inline void deal(const struct rules *rules, word w, set hands[SEATS]) {
    set rest = rules->deck;
    int left = SEATS * rules->hand_size;
    for (int seat = 0; seat < SEATS - 1; seat++) {
        set before = rest;
        for (int i = 0; i < rules->hand_size; i++, left--) rest ^= single(pick(rest, below(draw(w, left), left)));
        hands[seat] = before ^ rest;
    }
    hands[SEATS - 1] = rest;
}

static inline set legal_leads(const struct rules *rules, set hand, set seen) {
    if (!seen && rules->forced) return rules->forced;
    if (seen & HEARTS) return hand;
    set unrestricted = hand & ~rules->held_back;
    return unrestricted ? unrestricted : hand;
}

/* `allowed` less the cards banned from the first trick, if anything else is left. */
static inline set legal_first(const struct rules *rules, set allowed, set seen) {
    set painless = allowed & ~rules->banned;
    return !seen && painless ? painless : allowed;
}

static inline int cost(const struct rules *rules, set trick) {
    return count(trick & HEARTS) + rules->queen_of_spades * (trick >> QUEEN_OF_SPADES & 1) +
           rules->jack_of_clubs * (trick >> JACK_OF_CLUBS & 1);
}

/* Play a trick at random and return who takes it; `seen` are the cards of the tricks before and becomes those with it. */
static inline int play_trick(const struct rules *rules, set hands[SEATS], int leader, set *seen, word *luck, int points[SEATS]) {
    int cards[SEATS];
    set trick = 0;
    set led = 0;
    for (int i = 0; i < SEATS; i++, *luck += GOLDEN) {
        int seat = (leader + i) % SEATS;
        set hand = hands[seat];
        set follow = hand & led;
        set allowed = i == 0 ? legal_leads(rules, hand, *seen) : follow ? follow : hand;
        int card = any_of(legal_first(rules, allowed, *seen), sealed(*luck));
        if (i == 0) led = lane(card >> 4);
        cards[i] = card;
        hands[seat] ^= single(card);
        trick |= single(card);
    }
    int best = highest(trick & led);
    int winner = leader;
    for (int i = 1; i < SEATS; i++) winner += i * (cards[i] == best);
    winner %= SEATS;
    points[winner] += cost(rules, trick);
    *seen |= trick;
    return winner;
}

/* Play hands at random; hand h is number `numbers[h]` of the match dealt from `deals[h]`, and `scores` has four places for each. */
static inline void play(const struct rules *rules, int64_t hands, const word *deals, const word *lucks, const int16_t *numbers,
                        int16_t *scores) {
    for (int64_t h = 0; h < hands; h++) {
        set held[SEATS];
        set seen = 0;
        word luck = lucks[h];
        int points[SEATS] = {0};
        int leader = numbers[h] % SEATS;
        deal(rules, draw(deals[h], numbers[h]), held);
        for (int seat = 0; seat < SEATS; seat++)
            if (held[seat] & rules->forced) leader = seat;
        for (int trick = 0; trick < rules->hand_size; trick++) leader = play_trick(rules, held, leader, &seen, &luck, points);
        int shot = 0;
        for (int seat = 0; seat < SEATS; seat++) shot |= points[seat] == rules->total;
        for (int seat = 0; seat < SEATS; seat++) scores[SEATS * h + seat] = shot ? rules->total - points[seat] : points[seat];
    }
}

/* ---- the games ---- */

void american(int64_t hands, const word *deals, const word *lucks, const int16_t *numbers, int16_t *scores) {
    static const struct rules rules = {
        .deck = 0x1FFF1FFF1FFF1FFF,
        .forced = 1, /* the two of clubs */
        .banned = HEARTS | (set)1 << QUEEN_OF_SPADES,
        .held_back = HEARTS,
        .hand_size = 13,
        .queen_of_spades = 13,
        .total = 26,
    };
    play(&rules, hands, deals, lucks, numbers, scores);
}

void dutch(int64_t hands, const word *deals, const word *lucks, const int16_t *numbers, int16_t *scores) {
    static const struct rules rules = {
        .deck = 0x1FE01FE01FE01FE0, /* seven to ace */
        .hand_size = 8,
        .queen_of_spades = 5,
        .jack_of_clubs = 2,
        .total = 15,
    };
    play(&rules, hands, deals, lucks, numbers, scores);
}
