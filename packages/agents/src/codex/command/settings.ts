import { DragomanError } from '@dragoman/protocol';
import type { SettingValue, TurnRequest } from '../../agent-command.js';
import { type ModelAccess, withoutSlash } from '../../model-access.js';
import { requireSupport } from '../../version-support.js';
import { codexKeys } from '../keys.js';

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

/**
 * A TOML basic string. JSON's escapes are also TOML's, but TOML forbids a bare DEL, and a lone
 * surrogate is text in neither.
 */
export function tomlString(text: string): string {
  const wellFormed = text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
  return JSON.stringify(wellFormed).replaceAll('\u007f', '\\u007f');
}

/** An address with its version, and the variable in which Codex finds the key for it. */
export interface CodexAccess extends ModelAccess {
  readonly variable: string;
}

/** How a request reaches its model. Codex gets the variable's name, not its value. */
export function codexAccess(endpoint: TurnRequest['endpoint']): CodexAccess {
  if ('token' in endpoint) {
    const baseUrl = `${withoutSlash(endpoint.url)}/v1`;
    return { baseUrl, variable: 'DRAGOMAN_TURN_TOKEN', key: endpoint.token };
  }
  const baseUrl = withoutSlash(endpoint.baseUrl ?? codexKeys.providerUrl);
  return { baseUrl, variable: 'CODEX_API_KEY', key: endpoint.apiKey };
}

/** The name under which Codex finds its model. */
export const OWN_PROVIDER = 'dragoman';

const WIRE_APIS = { 'wireApi chat': { before: '0.95.0' } };

/**
 * A provider named `dragoman`, also for a real key: it is the one way that takes a key and an address in
 * every version. The built-in provider reads OPENAI_API_KEY only up to 0.29, CODEX_API_KEY only
 * from 0.44 and OPENAI_BASE_URL only up to 0.98; and from 0.121 it tries a WebSocket first.
 */
export function providerSettings(access: CodexAccess, request: TurnRequest): Settings {
  const wireApi = request.codex?.wireApi ?? 'responses';
  const agent = { name: 'codex', version: request.version } as const;
  if (wireApi === 'chat') requireSupport(agent, WIRE_APIS, 'wireApi chat');
  const provider = `model_providers.${OWN_PROVIDER}`;
  return [
    ['model_provider', OWN_PROVIDER],
    [`${provider}.name`, 'Dragoman'],
    [`${provider}.base_url`, access.baseUrl],
    [`${provider}.wire_api`, wireApi],
    [`${provider}.env_key`, access.variable],
    ...retrySettings(provider, request),
  ];
}

/** Requests that are refused, and answers that break off, Codex counts apart. */
function retrySettings(provider: string, { retries }: TurnRequest): Settings {
  if (retries === undefined) return [];
  return [
    [`${provider}.request_max_retries`, retries],
    [`${provider}.stream_max_retries`, retries],
  ];
}
