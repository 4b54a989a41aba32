import type { JournaledEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { createManualTurn, requested, said } from '../../test-inputs/manual-turn.js';
import { END } from '../../test-inputs/recorded-turns.js';
import { answerTurn, firstResponse } from './answer-turn.js';
import { readPastResponse } from './read-past-response.js';
import { type ResponseStart, readResponse, type StepMapper } from './read-response.js';

/** Says of each event what it is, and how many it has seen. */
function createCounter(): StepMapper<string> {
  let seen = 0;
  return {
    push(event: JournaledEvent) {
      seen += 1;
      return [`${event.type} ${seen}`];
    },
    pause: () => [`paused ${seen}`],
  };
}

const signal = new AbortController().signal;

async function read(start: ResponseStart): Promise<readonly string[]> {
  const parts: string[] = [];
  for await (const part of readResponse(start, createCounter(), signal)) parts.push(part);
  return parts;
}

const past = (start: ResponseStart) => readPastResponse(start, createCounter(), signal);

const answers = (...ids: string[]) => new Map(ids.map((id) => [id, { output: id }]));

test('a response ends where the agent waits, and the next goes on from there', async () => {
  const turn = createManualTurn(said('I ask.'), requested('r1'), requested('r2'));
  const first = firstResponse(turn);
  expect(await read(first)).toEqual(['message 1', 'tool_request 2', 'tool_request 3', 'paused 3']);
  const next = await answerTurn(turn, { answers: answers('r1', 'r2'), known: [] });
  expect(next.after).toBe(3);
  turn.emit(said('Thanks.'), END);
  const rest = ['tool_answer 4', 'tool_answer 5', 'message 6', 'end 7'];
  expect(await read(next)).toEqual(rest);
  // The same answers again give the same response.
  const again = await answerTurn(turn, { answers: answers('r1', 'r2'), known: [] });
  expect((await read(again)).slice(0, 4)).toEqual(rest);
  expect(turn.readings).toBe(0);
});

test('whoever comes later gets of each response what it was', async () => {
  const turn = createManualTurn(said('I ask.'));
  const first = firstResponse(turn);
  expect(await past(first)).toEqual({ parts: ['message 1'], isOver: false });
  turn.emit(requested('r1'));
  const ended = { parts: ['message 1', 'tool_request 2', 'paused 2'], isOver: true };
  expect(await past(first)).toEqual(ended);
  turn.emit({ type: 'usage', input_tokens: 1, output_tokens: 1, total_tokens: 2 });
  const next = await answerTurn(turn, { answers: answers('r1'), known: [] });
  turn.emit(END);
  expect(await past(first)).toEqual(ended);
  const parts = ['usage 3', 'tool_answer 4', 'end 5'];
  expect(await past(next)).toEqual({ parts, isOver: true });
  expect(await read(next)).toEqual(parts);
});

test('what is answered in part leaves the agent waiting for the rest', async () => {
  const turn = createManualTurn(requested('r1'), requested('r2'));
  const known = ['r1', 'r2', 'one of another turn'];
  const next = await answerTurn(turn, { answers: answers('r1'), known });
  expect(next).toMatchObject({ after: 2, openRequests: ['r2'] });
  expect(await read(next)).toEqual(['paused 2']);
});

test('answers that a turn never asked for are refused, and it gets none of them', async () => {
  const turn = createManualTurn(requested('r1'));
  const given = answerTurn(turn, { answers: answers('other'), known: ['r1'] });
  await expect(given).rejects.toMatchObject({ code: 'turn_over' });
  expect(turn.answers.size).toBe(0);
});

test('a client that goes ends the reading, not the turn', async () => {
  const turn = createManualTurn(said('Hm.'));
  const left = new AbortController();
  const parts = readResponse(firstResponse(turn), createCounter(), left.signal);
  expect(await parts.next()).toMatchObject({ value: 'message 1' });
  const next = parts.next();
  left.abort();
  expect(await next).toMatchObject({ done: true });
  expect(turn.readings).toBe(0);
});

test('a client that goes between two events leaves no journal open', async () => {
  const turn = createManualTurn(said('Hm.'), said('Well.'));
  const parts = readResponse(firstResponse(turn), createCounter(), signal);
  expect(await parts.next()).toMatchObject({ value: 'message 1' });
  expect(turn.readings).toBe(1);
  await parts.return();
  await expect.poll(() => turn.readings).toBe(0);
});

test('a client may know of any number of calls; some hundred thousand were a 500', async () => {
  const turn = createManualTurn(requested('r1'));
  const known = Array.from({ length: 300_000 }, (_, index) => `other-${index}`);
  const { after } = await answerTurn(turn, { answers: answers('r1'), known });
  expect(after).toBe(1);
});
