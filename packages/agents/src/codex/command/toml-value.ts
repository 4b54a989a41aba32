import { DragomanError } from '@dragoman/protocol';
import type { SettingValue } from '../../agent-command.js';
import { tomlString } from './toml-string.js';

/** A value on one line of TOML: tables are inline. */
export function tomlValue(value: SettingValue): string {
  if (typeof value === 'string') return tomlString(value);
  if (typeof value === 'number') return tomlNumber(value);
  if (typeof value === 'boolean') return String(value);
  if (isList(value)) return `[${value.map(tomlValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) throw notTomlError(value);
  const members = Object.entries(value).map(
    ([key, member]) => `${tomlString(key)} = ${tomlValue(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

/** TOML's integers have 64 bits; what JavaScript can't count exactly is a float in both. */
function tomlNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  const digits = String(value);
  return /^-?\d+$/.test(digits) && !Number.isSafeInteger(value) ? `${digits}.0` : digits;
}

function isList(value: SettingValue): value is readonly SettingValue[] {
  return Array.isArray(value);
}

function notTomlError(value: unknown): DragomanError {
  return new DragomanError(
    'invalid_request',
    `${String(value)} can't be a setting of Codex: TOML has text, numbers, true, false, lists and tables.`,
  );
}
