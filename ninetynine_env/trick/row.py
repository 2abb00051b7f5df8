"""One game of the trick game as a row: what its fields are, and the numbers that stand in them."""

import numpy as np

from ninetynine_env.trick.rules import RULES

SEATS = 4  # a row has room for four seats in every form
DUMMY = 2  # the dummy's seat beside two players (A3)
ACTIONS = 56  # 0..52 a card, then the three announcements
PASS, DECLARE, REVEAL = 53, 54, 55
DISCARD, SEAL, AUCTION, UPGRADE, PLAY, COUNT, NEXT, OVER = range(8)
FULL = -1  # the viewer of a row from which nothing is blanked
NOBODY = -1
UNSAID = -1  # not asked yet, or not known; then 0 pass, 1 declaration, 2 revelation


_FIELDS = np.dtype(
    [
        # what a decision reads or writes stands together
        ("rules", RULES),
        ("viewer", np.int64),  # FULL, or the seat this row was redacted for
        ("phase", np.int64),
        ("turn", np.int64),  # seat to act; NOBODY between deals
        ("plays", np.int64),  # seat whose card is the next: the turn's own, or the dummy
        ("moves", np.int64),  # decisions taken in this deal
        ("trump", np.int64),  # suit, or NO_TRUMP
        ("turnup", np.int64),  # card that made the trump, or NO_CARD; public
        ("leader", np.int64),  # leads, or led, the trick
        ("winning", np.int64),  # seat whose card wins the trick as it stands
        ("controller", np.int64),  # of two players the one who had the lead last: he plays the dummy's cards
        ("hand", np.int64, (SEATS,)),  # cards still in hand; each seat its own, all see an open one
        ("laid", np.int64, (SEATS,)),  # bid-cards; each seat its own, all see declared ones, all at the end
        ("played", np.int64, (SEATS,)),  # cards played to all tricks; public
        ("trick", np.int64, (SEATS,)),  # card on the table by seat, or NO_CARD; public
        ("void", np.int64, (SEATS,)),  # set of suits a seat has shown not to have; public
        ("tricks", np.int64, (SEATS,)),  # won; public
        ("said", np.int64, (SEATS,)),  # announcement; public, sealed ones once all are in
        ("premium", np.int64, (SEATS,)),  # the premium that stands, from the opening lead on; public
        # what is touched when a deal begins or ends
        ("seed", np.int64),  # of the episode; secret
        ("deals", np.int64),  # deals begun in this episode
        ("dealer", np.int64),
        ("dealt", np.int64, (SEATS,)),  # hands as dealt; each seat its own
        ("scores", np.int64, (SEATS,)),  # of the deal, once it is settled
        ("totals", np.int64, (SEATS,)),  # points before the deal in play, bonuses included; public, as all of a match
        ("successes", np.int64),  # in the previous deal; -1 before the first
        ("winners", np.int64),  # set of seats, once the episode is over
        ("truncated", np.int64),  # 1: cut off at max_deals
        ("before", np.int64, (SEATS,)),  # of these, the points of finished games and their bonuses
        ("bonus", np.int64, (SEATS,)),  # of these, what the last deal brought as the end of a game or rubber
        ("games", np.int64),  # games begun in this match
        ("game_began", np.int64),  # deals of the games before
        ("opener", np.int64),  # the first dealer of the game
        ("games_won", np.int64, (SEATS,)),
        ("bonuses", np.int64, (SEATS,)),  # games that brought a bonus
        ("stock", np.int64),  # the cards left in the trump stock of Oxford Whist, a set
    ]
)
GAME = np.dtype((np.record, _FIELDS))
"""One game. Every field is an int64, sets of cards and of seats are bits.

In the Classic form (A5) the joker stands in every set as the turned-up card that it counts as: nobody else holds
that card. Only actions, observations and words tell the two apart.
"""
