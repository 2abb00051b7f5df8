"""Nothing that a seat gets depends on what it cannot know."""

from players import play_on, some_options

import ninetynine_env


def all_that_a_seat_gets(env, seat):
    """Observation, mask, info, history and picture of a seat."""
    agent = env.possible_agents[seat]
    seen = env.observe(agent)
    picture = env.game.words.table_text(env.episode.view(seat))
    return seen["observation"].tobytes(), seen["action_mask"].tobytes(), env.infos[agent], env.history(seat), picture


def in_another_world(env, seat, seed):
    """The environment with all that the seat cannot know dealt again and the episode's seed changed."""
    twin = env.clone()
    world = twin.episode.view(seat)
    assert env.game.imagine(world, seed, 100_000)
    for name in ("dealt", "hand", "laid"):
        twin.episode.row[name] = world[name]
    hidden = twin.episode.row.phase <= 1
    for other in range(3):
        if hidden and other != seat and twin.episode.row.said[other] >= 0:
            twin.episode.row.said[other] = (twin.episode.row.said[other] + 1) % 3
    twin.episode.row.seed = seed
    retell(twin, seat)
    return twin


def retell(env, seat):
    """Hidden discards of the others in the log become the cards they lay in this world."""
    laid = {s: [c for c in range(53) if int(env.episode.row.laid[s]) >> c & 1] for s in range(3)}
    said = {s: int(env.episode.row.said[s]) for s in range(3)}
    told, hidden = [], env.episode.row.phase <= 1
    counts = [0, 0, 0]
    for who, action in env.episode.actions:
        if who != seat and action < 53 and counts[who] < 3:
            action = laid[who][counts[who]]
        elif who != seat and action >= 53 and hidden:
            action = 53 + said[who]
        counts[who] += 1
        told.append((who, action))
    env.episode.actions = told


def test_nothing_a_seat_gets_depends_on_what_it_cannot_know(count):
    worlds = moved = 0
    for k in range(count(120, 3400)):
        env = ninetynine_env.env("three", **some_options(k))
        env.reset(seed=k)
        play_on(env.episode, k, steps=k * 7 % 41)
        if env.episode.over or env.episode.deals:
            continue
        env.agent_selection = env.possible_agents[env.episode.turn]
        for seat in range(3):
            twin = in_another_world(env, seat, 1000 + k)
            assert all_that_a_seat_gets(env, seat) == all_that_a_seat_gets(twin, seat)
            worlds += 1
            moved += twin.record() != env.record()
    assert moved > 0.8 * worlds  # late in a deal, or beside a revealed hand, one world may be all there is
