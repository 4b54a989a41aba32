import type { TurnRequest } from '../../agent-command.js';
import { requireCodexSupport } from './codex-support.js';
import type { Settings } from './settings.js';

/** How hard the model thinks and how much of it is told. */
export function reasoningSettings({ reasoningEffort, codex, version }: TurnRequest): Settings {
  if (reasoningEffort !== undefined) {
    requireCodexSupport(`reasoningEffort ${reasoningEffort}`, version);
  }
  const { reasoningSummary } = codex ?? {};
  return [
    ...setting('model_reasoning_effort', reasoningEffort),
    ...setting('model_reasoning_summary', reasoningSummary),
  ];
}

function setting(key: string, value: string | undefined): Settings {
  return value === undefined ? [] : [[key, value]];
}
