import { setTimeout as wait } from 'node:timers/promises';
import { DragomanError } from '@dragoman/protocol';
import type { Exchange } from '../server/exchange.js';
import { buildReply } from './build-reply.js';
import { deliver } from './deliver-reply.js';
import { playRefusal } from './play-fault.js';
import type { ModelRequest } from './reply.js';
import type { NextStep } from './script-position.js';
import type { ScriptTurn } from './script-turn.js';
import type { Wire } from './wire.js';

/**
 * Answers with the turn's next step. The turn moves on when the reply was delivered in full, or
 * when the step's fault was met as often as it says.
 */
export async function playStep(
  exchange: Exchange<ScriptTurn>,
  wire: Wire,
  asked: ModelRequest,
): Promise<void> {
  const { turn, signal } = exchange;
  const giveBack = await turn.lane.take(signal);
  try {
    const next = turn.position.next();
    if (next === undefined) throw atEnd(turn);
    await play(exchange, wire, asked, next);
  } finally {
    giveBack();
  }
}

async function play(
  exchange: Exchange<ScriptTurn>,
  wire: Wire,
  asked: ModelRequest,
  next: NextStep,
): Promise<void> {
  const { turn, response, dialect, signal } = exchange;
  const { step, fault } = next;
  if (fault?.kind === 'refusal') {
    await pause(step.delay, signal);
    playRefusal(response, dialect, fault);
    turn.position.played({ faultMet: true, delivered: 0 });
    return;
  }
  const reply = buildReply(turn, next, asked);
  await pause(reply.delay, signal);
  let faultMet = false;
  let delivered = false;
  const onFault = () => {
    faultMet = true;
  };
  try {
    delivered = await deliver({
      exchange,
      wire,
      reply,
      stream: asked.stream,
      pace: reply.pace,
      fault,
      onFault,
      onEnd: (end) => turn.onReply?.({ kind: 'step', tag: reply.tag, ...end }),
    });
  } finally {
    turn.position.played({ faultMet, delivered: delivered ? reply.steps : 0 });
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds > 0) await wait(milliseconds, undefined, { signal });
}

function atEnd({ script }: ScriptTurn): DragomanError {
  const steps = script.steps.length;
  return new DragomanError(
    'script_at_end',
    `The script "${script.name}" has ${steps} ${steps === 1 ? 'step' : 'steps'}; the agent asked for number ${steps + 1}.`,
  );
}
