import { homedir } from 'node:os';
import type { DragomanEvent, WorkspaceRiskEvent } from '@dragoman/protocol';
import type { Turn } from '@dragoman/runtime';
import { createActivity } from '../../terminal/conversation/activity.js';
import { createLiveConversation } from '../../terminal/conversation/live-conversation.js';
import { printLines } from '../../terminal/print-lines.js';
import { showProgress } from '../../terminal/show-progress.js';
import type { Terminal } from '../../terminal/terminal.js';
import { turnStatus } from './turn-status.js';

export interface ShowTurnOptions {
  readonly cwd: string;
  /** What the person asked. Agents that repeat it say nothing new. */
  readonly prompt: string;
  readonly full?: boolean | undefined;
}

/** What a person has been told while a turn went on, and what is to be told at its end. */
export interface ShownTurn {
  /** Failures. */
  readonly told: ReadonlySet<string>;
  readonly risks?: WorkspaceRiskEvent;
}

/** Shows a turn as a conversation while it goes on. */
export async function showTurn(
  turn: Turn,
  { cwd, prompt, full }: ShowTurnOptions,
  terminal: Terminal,
): Promise<ShownTurn> {
  const { columns } = terminal;
  const live = createLiveConversation({ columns, full, cwd, home: homedir() });
  const activity = createActivity();
  const told = new Set<string>();
  let risks: WorkspaceRiskEvent | undefined;
  const status = turnStatus(turn);
  const stopProgress = showProgress(terminal, () => status(activity.words()));
  try {
    for await (const event of turn.events()) {
      activity.push(event);
      if (event.type === 'workspace_risk') risks = event;
      for (const words of failureWords(event)) told.add(words);
      if (!isPrompt(event, prompt)) await printLines(live.push(event), terminal);
    }
  } finally {
    stopProgress();
  }
  return { told, ...(risks && { risks }) };
}

function isPrompt(event: DragomanEvent, prompt: string): boolean {
  return (
    event.type === 'message' && event.role === 'user' && event.content.trim() === prompt.trim()
  );
}

function failureWords(event: DragomanEvent): string[] {
  if (event.type === 'error') return [event.message];
  if (event.type === 'turn' && event.error !== undefined) return [event.error.message];
  return [];
}
