// Random games on boardgame.io's reducer: node boardgame_io.js HOME GAME SECONDS SEED -> one line of JSON.
"use strict";
const path = require("node:path");
const { createRequire } = require("node:module");

const [home, name, seconds, seed] = process.argv.slice(2);
const load = createRequire(path.join(home, "index.js"));
const { CreateGameReducer, InitializeGame } = load("boardgame.io/internal");
const { INVALID_MOVE } = load("boardgame.io/core");

function ticTacToeLines() {
  return [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
}

function connectFourLines() {
  const lines = [];
  for (let row = 0; row < 6; row++)
    for (let column = 0; column < 7; column++)
      for (const [up, right] of [[0, 1], [1, 0], [1, 1], [1, -1]])
        if (row + 3 * up < 6 && column + 3 * right >= 0 && column + 3 * right < 7)
          lines.push([0, 1, 2, 3].map((k) => (row + k * up) * 7 + column + k * right));
  return lines;
}

// What a player may do: the cell that an action fills, or -1.
const boards = {
  tic_tac_toe: {
    size: 9,
    lines: ticTacToeLines(),
    actions: 9,
    cell: (cells, action) => (cells[action] === null ? action : -1),
  },
  connect_four: {
    size: 42,
    lines: connectFourLines(),
    actions: 7,
    cell: (cells, action) => {
      for (let at = action; at < 42; at += 7) if (cells[at] === null) return at;
      return -1;
    },
  },
};

const board = boards[name];
const through = Array.from({ length: board.size }, (_, at) => board.lines.filter((line) => line.includes(at)));

const game = {
  name,
  setup: () => ({ cells: Array(board.size).fill(null), last: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: ({ G, playerID }, action) => {
      const at = board.cell(G.cells, action);
      if (at < 0) return INVALID_MOVE;
      G.cells[at] = playerID;
      G.last = at;
    },
  },
  endIf: ({ G }) => {
    if (G.last === null) return;
    const mark = G.cells[G.last];
    if (through[G.last].some((line) => line.every((at) => G.cells[at] === mark))) return { winner: mark };
    if (!G.cells.includes(null)) return { draw: true };
  },
};

function generator(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const draw = generator(Number(seed));
const reducer = CreateGameReducer({ game });
const actions = Array.from({ length: board.actions }, (_, action) => action);

function playout(tally) {
  let state = InitializeGame({ game, numPlayers: 2 });
  while (state.ctx.gameover === undefined) {
    const legal = actions.filter((action) => board.cell(state.G.cells, action) >= 0);
    const args = [legal[Math.floor(draw() * legal.length)]];
    const playerID = state.ctx.currentPlayer;
    state = reducer(state, { type: "MAKE_MOVE", payload: { type: "play", args, playerID } });
    tally.decisions += 1;
  }
  const { winner } = state.ctx.gameover;
  const result = winner === undefined ? "tie" : String(Number(winner) + 1);
  tally.results[result] = (tally.results[result] || 0) + 1;
  tally.games += 1;
}

function run(limit) {
  const tally = { games: 0, decisions: 0, seconds: 0, results: {} };
  const begin = process.hrtime.bigint();
  while (tally.seconds < limit) {
    for (let i = 0; i < 20; i++) playout(tally);
    tally.seconds = Number(process.hrtime.bigint() - begin) / 1e9;
  }
  return tally;
}

run(0.3); // let the just-in-time compiler warm up
console.log(JSON.stringify(run(Number(seconds))));
