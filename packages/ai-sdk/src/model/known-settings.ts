import { refuseOtherOptions, turnOptionNames } from '@dragoman/runtime/internal';
import type { ModelSettings } from './create-model.js';

const {
  agent: _agent,
  prompt: _prompt,
  resume: _resume,
  fork: _fork,
  images: _images,
  tools: _tools,
  outputSchema: _outputSchema,
  signal: _signal,
  ...ofAgent
} = turnOptionNames;

const KNOWN = {
  ...ofAgent,
  turns: true,
  toolResultLimitMs: true,
} as const satisfies Record<keyof ModelSettings, true>;

/** Refuses a setting that there is not where it is given, not at the first call of the model. */
export function refuseUnknownSettings(settings: object): void {
  refuseOtherOptions('dragoman', settings, KNOWN);
}
