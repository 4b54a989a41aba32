import type { TurnRequest } from '../../agent-command.js';
import { type CodexOption, requireCodexSupport } from './codex-support.js';
import type { Settings } from './settings.js';

/** Efforts that not every version reads. */
const NEWER_EFFORTS: Readonly<Record<string, CodexOption>> = {
  minimal: 'reasoningEffort minimal',
  none: 'reasoningEffort none',
  xhigh: 'reasoningEffort xhigh',
};

/** How hard the model thinks and how much of it is told. */
export function reasoningSettings({ reasoningEffort, codex, version }: TurnRequest): Settings {
  const newer = NEWER_EFFORTS[reasoningEffort ?? ''];
  if (newer !== undefined) requireCodexSupport(newer, version);
  const { reasoningSummary } = codex ?? {};
  return [
    ...setting('model_reasoning_effort', reasoningEffort),
    ...setting('model_reasoning_summary', reasoningSummary),
  ];
}

function setting(key: string, value: string | undefined): Settings {
  return value === undefined ? [] : [[key, value]];
}
