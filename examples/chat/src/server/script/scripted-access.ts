import { defineScript, type Script } from '@dragoman/gateway';
import type { ScriptAccess } from '@dragoman/runtime';
import type { Piece } from './piece.js';

export interface Tempo {
  /** Milliseconds before each reply of the model. */
  readonly delay: number;
  /** Milliseconds between two pieces of a reply. */
  readonly pace: number;
}

export interface ScriptedAccessOptions {
  /** What the person asked. */
  readonly asked: string;
  readonly plans: boolean;
  readonly tempo: Tempo;
}

const USAGE = { input: 4200, cached: 3800, output: 120, reasoning: 40 };

/** A model that plays a piece, and hears what is said in between. */
export function scriptedAccess(piece: Piece, options: ScriptedAccessOptions): ScriptAccess {
  const { asked, plans, tempo } = options;
  const write = (heard: string): Script => {
    const script = defineScript({ usage: USAGE, steps: piece.steps({ heard, plans }) });
    return { ...script, steps: script.steps.map((step) => ({ ...step, ...tempo })) };
  };
  const script = write('');
  const steps = [...script.steps];
  return {
    kind: 'script',
    script: { ...script, steps },
    onRequest({ body }) {
      steps.splice(0, steps.length, ...write(heardSince(asked, body)).steps);
    },
  };
}

/** What came after the question: the rest is of earlier turns. */
function heardSince(asked: string, body: unknown): string {
  const heard = JSON.stringify(body) ?? '';
  const question = JSON.stringify(asked).slice(1, -1);
  return heard.slice(Math.max(0, heard.lastIndexOf(question)));
}
