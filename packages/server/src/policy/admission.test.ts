import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DragomanEvent } from '@dragoman/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createManualTurn } from '../../test-inputs/manual-turn.js';
import { END } from '../../test-inputs/recorded-turns.js';
import type { ServerLimits } from '../contract.js';
import type { StoredTurn } from '../store/turn-store.js';
import { type Admission, createAdmission } from './admission.js';
import { chargeLostTurns } from './charge-lost-turns.js';
import type { TurnSpending } from './day-budget.js';

let stateDirectory: string;
let day: string;
beforeEach(async () => {
  stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-admission-'));
  day = '2026-11-18T12:00:00Z';
});
afterEach(() => rm(stateDirectory, { recursive: true, force: true }));

let time = 0;
const admission = (limits: ServerLimits) =>
  createAdmission(limits, { stateDirectory, now: () => new Date(day), clock: () => time });

let turns = 0;
const turnId = () => {
  turns += 1;
  return `turn-${turns}`;
};

const [one, other] = [{ id: 'one' }, { id: 'other' }];
const used = (total: number, cost?: number) => ({
  usage: {
    input_tokens: total,
    output_tokens: 0,
    total_tokens: total,
    ...(cost !== undefined && { cost_usd: cost }),
  },
});

/** A turn from its start to its end. */
async function spend(
  { begin, charge }: Admission,
  spent: TurnSpending,
  { client = one, id = turnId() } = {},
): Promise<void> {
  begin(client, id)();
  await charge(client, id, Promise.resolve(spent));
}

describe('turns at once', () => {
  test('are limited for each key and in all', () => {
    const { begin } = admission({ turnsPerKey: 2, turns: 3 });
    const ends = [begin(one, turnId()), begin(one, turnId()), begin(other, turnId())];
    expect(() => begin(one, turnId())).toThrow(expect.objectContaining({ code: 'too_many_turns' }));
    expect(() => begin(other, turnId())).toThrow(/server has 3/);
    ends[0]?.();
    // Ending twice frees nothing more.
    ends[0]?.();
    begin(one, turnId());
    expect(() => begin(other, turnId())).toThrow(
      expect.objectContaining({ code: 'too_many_turns' }),
    );
  });

  test('a refusal says when to ask again; it did not', () => {
    const { begin } = admission({ turns: 1 });
    begin(one, turnId());
    const headers = { 'retry-after': expect.stringMatching(/^\d+$/) };
    const refused = expect.objectContaining({ details: expect.objectContaining({ headers }) });
    expect(() => begin(one, turnId())).toThrow(refused);
  });

  test('are 8 and 32 where nobody says it', () => {
    const limits = admission({});
    for (let count = 0; count < 8; count += 1) limits.begin(one, turnId());
    expect(() => limits.begin(one, turnId())).toThrow(/8 are allowed/);
    for (let count = 0; count < 24; count += 1) limits.begin({ id: `${count}` }, turnId());
    expect(() => limits.begin(other, turnId())).toThrow(/32 are allowed/);
    expect(limits.turns).toBe(32);
  });
});

describe('requests in a minute', () => {
  test('may come at once, and then at an even pace', () => {
    time = 0;
    const { request } = admission({ requestsPerMinute: 60 });
    for (let count = 0; count < 60; count += 1) request(one);
    expect(() => request(one)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        retryAfterSeconds: 1,
      }),
    );
    request(other);
    time = 1000;
    request(one);
    expect(() => request(one)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
    time = 61_000;
    for (let count = 0; count < 60; count += 1) request(one);
    expect(() => request(one)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  });

  test('of very many clients take a bounded memory, and those who asked last are remembered', () => {
    time = 0;
    const { request } = admission({ requestsPerMinute: 1 });
    globalThis.gc?.();
    const before = process.memoryUsage().heapUsed;
    for (let count = 0; count < 40_000; count += 1) request({ id: `client-${count}` });
    globalThis.gc?.();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(15e6);
    expect(() => request({ id: 'client-39999' })).toThrow(/more than 1 requests/);
  });
});

describe('the budget of a day', () => {
  test('is known when all that has ended is charged, however long that takes', async () => {
    const { charge, charged, left } = admission({ tokensPerDay: 1000 });
    let know: (spent: TurnSpending) => void = () => {};
    const spent = new Promise<TurnSpending>((resolve) => {
      know = resolve;
    });
    const charges = [
      charge(one, turnId(), spent),
      charge(one, turnId(), Promise.reject(new Error('lost'))).catch(() => {}),
    ];
    await charged(other);
    const known = charged(one).then(() => left(one));
    know(used(400));
    expect(await known).toEqual({ tokens: 600 });
    await Promise.all(charges);
  });

  test('is charged when a turn ends, and outlives the server', async () => {
    const limits = { tokensPerDay: 1000, costUsdPerDay: 1 };
    const first = admission(limits);
    await spend(first, used(400, 0.25));
    expect(first.left(one)).toEqual({ tokens: 600, costUsd: 0.75 });
    const second = admission(limits);
    expect(second.left(one)).toEqual({ tokens: 600, costUsd: 0.75 });
    await spend(second, used(600));
    expect(() => first.begin(one, turnId())).toThrow(
      expect.objectContaining({
        code: 'budget_exhausted',
        message: expect.stringMatching(/1000 tokens/),
        details: { headers: { 'retry-after': String(12 * 3600) } },
      }),
    );
    expect(first.turns).toBe(0);
    expect(first.left(other)).toEqual({ tokens: 1000, costUsd: 1 });
    day = '2026-11-19T00:00:00Z';
    expect(first.left(one)).toEqual({ tokens: 1000, costUsd: 1 });
  });

  test('in dollars counts by the prices of the model, where the agent says nothing', async () => {
    const limits = admission({ costUsdPerDay: 1 });
    await spend(limits, { ...used(1_000_000), modelId: 'gpt-5' });
    expect(() => limits.left(one)).toThrow(/\$1, is used up/);
  });

  test('writes nothing where there is none, and keeps no more than two days', async () => {
    await spend(admission({}), used(1));
    expect(await readdir(stateDirectory)).toEqual([]);
    for (const date of [16, 17, 18]) {
      day = `2026-11-${date}T12:00:00Z`;
      await spend(admission({ tokensPerDay: 10 }), used(1));
    }
    expect(await readdir(join(stateDirectory, 'server/spent'))).toEqual([
      '2026-11-17',
      '2026-11-18',
    ]);
  });

  test('counts what was used by turns of a server that was killed, once', async () => {
    const usage: DragomanEvent = {
      type: 'usage',
      input_tokens: 90,
      output_tokens: 10,
      total_tokens: 100,
    };
    const lost = createManualTurn({ type: 'init', modelId: 'gpt-5' }, usage, usage, END);
    const atWork = createManualTurn(usage);
    const known = new Map<string, StoredTurn>([
      ['lost', lost],
      ['at-work', atWork],
    ]);
    const store = { find: async (id: string) => known.get(id) };
    const limits = { tokensPerDay: 1000 };
    const killed = createAdmission(limits, { stateDirectory });
    const local = { id: lost.entry.client };
    await spend(killed, used(50), { client: local, id: 'charged' });
    for (const id of ['lost', 'at-work', 'never-begun']) killed.begin(local, id);
    // Two servers start at once.
    const next = [0, 1].map(() => createAdmission(limits, { stateDirectory }));
    await Promise.all(next.map((one) => chargeLostTurns(one, store)));
    expect(next[0]?.left(local)).toEqual({ tokens: 1000 - 50 - 200 });
    expect(next[0]?.uncharged()).toEqual(['at-work', 'never-begun']);
  });
});
