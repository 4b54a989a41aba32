import type { TurnView } from '../session-views.js';

/** A turn that is there and whose end isn't known. */
export function isLeftOpen(turn: TurnView | undefined): boolean {
  return turn !== undefined && turn.end === undefined;
}

/** A turn that is there, didn't complete, and of which the view doesn't say what it used. */
export function isCutShort(turn: TurnView | undefined): boolean {
  return turn !== undefined && turn.end !== 'completed' && turn.usage === undefined;
}
