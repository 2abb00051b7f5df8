"""The doors of a game: its verbs over many rows at once, and over one row given as words.

Both games have the same doors, so they are written once. This file is a form: a game fills
it in with `jit.adopt(doors, ...)`, which takes these functions over into the game's module,
where they find that game's row, layout and verbs, and compiles them there.

    GAME SEATS PLAYER_DICE COUNT NEXT NOBODY        of its kernel
    start deal_on legal apply settle                its verbs
    pays       whether the last action gave or took something, or ended a deal
    present    the seats that are still in the game, a set
    shuffled   whether the last action made chance speak in the middle of a deal
    reward     what it gave a seat, once a deal that it ended is settled
    redact observe PACKED WIDTHS SCALES             what a seat knows and sees
"""
# ruff: noqa: F821  (the names that a game brings along)

from ninetynine_env.cards import lowest, nth, roll, size, subseed

ILLEGAL, PAYS, ENDS, SHUFFLED = -1, 1, 2, 4
"""What `step_in` gives: the action is illegal, or these bits together: somebody is paid, the deal is over and
settled, chance has spoken."""


# ---- playing --------------------------------------------------------------------------------------------------


def start_all(games, seeds):
    """Begin an episode in every game from int64 [n] seeds, none where the seed is negative."""
    for i in range(len(games)):
        if seeds[i] >= 0:
            start(games[i], seeds[i])


def legal_all(games, out):
    """Write the legal actions of every game's seat to act into int64 [n]."""
    for i in range(len(games)):
        out[i] = legal(games[i])


def apply_all(games, actions):
    """Take one legal action in every game, none where it is negative."""
    for i in range(len(games)):
        if actions[i] >= 0:
            apply(games[i], actions[i])


def pay(g, kind, rewards):
    """After an action that pays: settle a deal that is over, write each seat's reward, and deal on.

    Gives 0 while the deal goes on, 1 if the next deal was dealt, 2 if the episode is over, 3 if it was cut off.
    """
    over = g.phase == COUNT
    if over:
        settle(g)
    for seat in range(len(rewards)):
        rewards[seat] = reward(g, kind, seat)
    if not over:
        return 0
    if g.phase != NEXT:
        return 2 + g.truncated
    deal_on(g)
    return 1


def settle_all(games, actions, kind, rewards, ended):
    """The second half of a step whose actions were taken by `apply_all`: rewards, and what follows a deal's end.

    Writes float [n, players] rewards (0 where nothing was paid) and int8 [n] ended: what `pay` says.
    """
    rewards[:] = 0.0
    ended[:] = 0
    for i in range(len(games)):
        if actions[i] >= 0 and pays(games[i]):
            ended[i] = pay(games[i], kind, rewards[i])


def step_all(games, actions, kind, rewards, ended, legals, paying):
    """`apply_all`, `settle_all` and `legal_all` in one pass over the games.

    Games that pay are noted in `paying`, int64 [n], and paid behind it: scoring and dealing are long, and a loop
    without them is twice as fast.
    """
    rewards[:] = 0.0
    ended[:] = 0
    count = 0
    for i in range(len(games)):
        if actions[i] >= 0:
            apply(games[i], actions[i])
            if pays(games[i]):
                paying[count] = i
                count += 1
        legals[i] = legal(games[i])
    for i in paying[:count]:
        ended[i] = pay(games[i], kind, rewards[i])
        legals[i] = legal(games[i])


def wander(g, steps, seed, rewards):
    """Take so many random legal actions, all alike, through deals and into new episodes; rewards are left aside."""
    for step in range(steps):
        actions = legal(g)
        apply(g, nth(actions, roll(seed, step, size(actions))))
        if pays(g) and pay(g, 0, rewards) >= 2:
            start(g, subseed(seed, steps + step))


def wander_all(games, steps, seeds, rewards):
    """`wander` in every game, each with its own seed and number of steps, int64 [n]; `rewards` is a spare place."""
    for i in range(len(games)):
        if games[i].turn != NOBODY:
            wander(games[i], steps[i], seeds[i], rewards)


def present_all(games, out):
    """Write the set of the seats still in every game into int64 [n]."""
    for i in range(len(games)):
        out[i] = present(games[i])


def decision_seeds_all(games, salts, out):
    """Seeds for the players' own dice: from (episode, salt of the seating, deal, seat, decision), int64 [n]."""
    for i in range(len(games)):
        g = games[i]
        place = (g.deals * SEATS + g.turn) * MOVES + g.moves
        out[i] = subseed(subseed(g.seed, PLAYER_DICE + salts[i]), place) if g.turn != NOBODY else 0


# ---- one game as int64 words: a call from Python costs a tenth of one with a record ---------------------------------


def start_in(words, seed):
    """Begin an episode in a game given as words."""
    start(words.view(GAME)[0], seed)


def deal_on_in(words):
    """Deal the next deal of the episode in a game given as words."""
    deal_on(words.view(GAME)[0])


def legal_in(words):
    """The legal actions of a game given as words."""
    return legal(words.view(GAME)[0])


def step_in(words, action):
    """Take an action in a game given as words, settle a deal that is over: bits; or ILLEGAL, and nothing is done."""
    g = words.view(GAME)[0]
    if not (legal(g) >> action) & 1:
        return ILLEGAL
    apply(g, action)
    outcome = SHUFFLED if shuffled(g) else 0
    if not pays(g):
        return outcome
    if g.phase != COUNT:
        return outcome | PAYS
    settle(g)
    return outcome | PAYS | ENDS


def rewards_in(words, kind, out):
    """What the last action, or the deal it ended, gave each seat of a game given as words: float [players]."""
    g = words.view(GAME)[0]
    for seat in range(len(out)):
        out[seat] = reward(g, kind, seat)


def present_in(words):
    """The seats still in a game given as words, a set."""
    return present(words.view(GAME)[0])


# ---- looking --------------------------------------------------------------------------------------------------


def spread(bits, out, first):
    """Set the numbers of out from `first` on to 1 whose bits are set; the others are 0 already."""
    while bits:
        out[first + lowest(bits)] = 1
        bits &= bits - 1


def expand(words, flat):
    """Spread a packed row over the columns of the flat input, float32 [columns]: of a thousand some seventy are set."""
    flat[:] = 0
    column = 0
    for i in range(len(WIDTHS)):
        if SCALES[i] == 0:
            spread(words[i], flat, column)
        else:
            flat[column] = words[i] * SCALES[i]
        column += WIDTHS[i]


def write_mask(actions, mask):
    """Spread a set of actions over int8 [actions]."""
    mask[:] = 0
    spread(actions, mask, 0)


def redact_to_act(g):
    """Redact a row for its seat to act, for seat 0 where the game is over."""
    redact(g, max(g.turn, 0))


def views_all(games, views):
    """Copy every game and redact it for its seat to act."""
    for i in range(len(games)):
        views[i] = games[i]
        redact_to_act(views[i])


def observe_all(views, out):
    """Write the packed observation of every view."""
    for i in range(len(views)):
        observe(views[i], out[i])


def see_all(games, view, out):
    """Write the packed observation of every game's seat to act; `view` [1] is where each row is redacted in turn."""
    for i in range(len(games)):
        view[0] = games[i]
        redact_to_act(view[0])
        observe(view[0], out[i])


def expand_all(words, flat):
    """Spread packed rows int64 [n, words] over float32 [n, columns]."""
    for i in range(len(words)):
        expand(words[i], flat[i])


def masks_all(legals, masks):
    """Spread sets of legal actions int64 [n] over int8 [n, actions]."""
    for i in range(len(legals)):
        write_mask(legals[i], masks[i])


def look(words, seat, view_words, packed, flat, mask):
    """One game given as words, as a seat sees it: its view, observation (packed, flat) and mask."""
    view_words[:] = words
    view = view_words.view(GAME)[0]
    redact(view, seat)
    observe(view, packed.view(PACKED)[0])
    expand(packed, flat)
    write_mask(legal(view) if view.turn == seat else 0, mask)
