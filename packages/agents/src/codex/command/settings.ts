import { DragomanError } from '@dragoman/protocol';
import type { SettingValue } from '../../agent-command.js';
import { tomlValue } from './toml-value.js';

/** Settings by dotted key, in order: a later one wins. */
export type Settings = readonly (readonly [key: string, value: SettingValue])[];

/** Settings as arguments. Codex splits keys at every dot and knows no quotes there. */
export function settingArguments(settings: Settings): string[] {
  return settings.flatMap(([key, value]) => ['-c', `${checkKey(key)}=${tomlValue(value)}`]);
}

function checkKey(key: string): string {
  if (/^[^\s=.]+(\.[^\s=.]+)*$/.test(key)) return key;
  throw new DragomanError(
    'invalid_request',
    `${JSON.stringify(key)} is not the key of a Codex setting. Write one like "tools.web_search".`,
  );
}
