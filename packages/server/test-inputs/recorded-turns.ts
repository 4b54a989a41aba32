import { agents, createTranslator } from '@dragoman/agents';
import type { DragomanEvent, EndEvent, JournaledEvent } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { createTurnView, type ViewPart } from '../src/faces/turn-view.js';

export const END: EndEvent = { type: 'end', status: 'success', exit_code: 0, signal: null };

/** The turn that events of a test belong to. */
export const TURN_ID = 'm0abcdef0123456789';

/** Events as a journal has them. */
export function journaled(events: readonly DragomanEvent[]): JournaledEvent[] {
  return events.map((event, index) => ({ ...event, seq: index + 1, ts: '' }));
}

/** The parts of a whole turn. */
export function viewOf(events: readonly DragomanEvent[]): readonly ViewPart[] {
  const view = createTurnView(TURN_ID);
  return journaled(events).flatMap((event) => view.push(event));
}

export interface TurnOfRecording {
  readonly name: string;
  readonly events: readonly DragomanEvent[];
}

let recorded: readonly TurnOfRecording[] | undefined;

/** What real agents printed, as turns that have ended. */
export function recordedTurns(): readonly TurnOfRecording[] {
  recorded ??= readAll();
  return recorded;
}

/** Of each agent, those of the version that comes with Dragoman. */
export function latestTurns(): readonly TurnOfRecording[] {
  const latest = Object.values(agents).map(({ name, version }) => `${name} ${version} `);
  return recordedTurns().filter(({ name }) => latest.some((start) => name.startsWith(start)));
}

function readAll(): readonly TurnOfRecording[] {
  return recordings()
    .filter(({ view }) => view === 'live')
    .map(({ agent, version, scenario, bytes }) => {
      const translator = createTranslator(agents[agent].interpreter.live({ version }));
      const events = [...translator.push(bytes()), ...translator.flush()];
      return { name: `${agent} ${version} ${scenario}`, events: [...events, END] };
    });
}
