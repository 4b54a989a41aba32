import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { Refusal } from '../refusal.js';
import {
  type BodyEdit,
  dropUnknownFields,
  filterList,
  isDenied,
  refuseFields,
  refuseInputs,
  setField,
  type ToolKind,
} from './body-edit.js';
import type { HostedToolKind } from './hosted-access.js';

/** The fields of a generateContent or countTokens request, as `plain` writes them. */
const FIELDS = new Set([
  'cachedcontent',
  'contents',
  'generatecontentrequest',
  'generationconfig',
  'labels',
  'model',
  'safetysettings',
  'servicetier',
  'systeminstruction',
  'toolconfig',
  'tools',
]);

/** What an entry of `tools` may hold, as `plain` writes it. */
const TOOL_KINDS: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  ['functiondeclarations', 'client'],
  ['googlesearch', 'web_search'],
  ['googlesearchretrieval', 'web_search'],
  ['enterprisewebsearch', 'web_search'],
  ['urlcontext', 'web_fetch'],
  ['codeexecution', 'code_execution'],
  ['filesearch', 'file_search'],
  ['retrieval', 'file_search'],
  ['googlemaps', 'maps'],
  ['computeruse', 'computer'],
  ['mcpservers', 'mcp'],
]);

/** What functions were called with and what they gave. */
const SKIPPED = new Set(['args', 'response']);

/** Means something only beside what the provider does. */
const HOSTED_CONFIG = new Set(['retrievalconfig', 'includeserversidetoolinvocations']);

/** Gemini generateContent without what a turn's provider may not do for it. */
export function editGemini(edit: BodyEdit): void {
  refuseDoubled(edit.body);
  const stored = Object.keys(edit.body).filter((name) => plain(name) === 'cachedcontent');
  refuseFields(edit, stored, 'stored_content');
  const said = ['contents', 'systeminstruction'].map((name) => fieldOf(edit.body, name)?.[1]);
  refuseInputs(edit, said, fetchedInput, SKIPPED);
  dropUnknownFields(edit, (name) => FIELDS.has(plain(name)));
  editTools(edit);
  // A count of tokens may hold the request that is to be counted.
  const [name, counted] = fieldOf(edit.body, 'generatecontentrequest') ?? [];
  if (name === undefined || !isJsonObject(counted)) return;
  const inner: BodyEdit = { ...edit, body: counted };
  editGemini(inner);
  if (inner.body !== counted) setField(edit, name, inner.body);
}

/** The provider takes a name in either form: `googleSearch`, `google_search`. */
export function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** A field under whichever of its names. */
export function fieldOf(body: JsonObject, wanted: string) {
  return Object.entries(body).find(([name]) => plain(name) === wanted);
}

/** Under both of its names a field has two values, and only the provider knows which counts. */
function refuseDoubled(body: JsonObject): void {
  const seen = new Set<string>();
  for (const name of Object.keys(body)) {
    if (seen.has(plain(name))) {
      const message = `The request has "${name}" under two names; leave one out.`;
      throw new Refusal({ status: 400, message, code: 'request_ambiguous' }, 'refused');
    }
    seen.add(plain(name));
  }
}

function fetchedInput(name: string, value: unknown): HostedToolKind | undefined {
  return plain(name) === 'filedata' && value !== null ? 'url_input' : undefined;
}

function editTools(edit: BodyEdit): void {
  const [name, tools] = fieldOf(edit.body, 'tools') ?? [];
  if (name === undefined || tools === null) return;
  // The provider takes one tool that is no list, too.
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [tools];
  const kept = filterList(list, (tool) => editTool(edit, tool));
  if (kept === list) return;
  setField(edit, name, kept.length === 0 ? undefined : kept);
  const [configName, config] = fieldOf(edit.body, 'toolconfig') ?? [];
  if (configName === undefined || !isJsonObject(config)) return;
  const fixed = Object.entries(config).filter(([key]) => !HOSTED_CONFIG.has(plain(key)));
  setField(edit, configName, kept.length === 0 ? undefined : Object.fromEntries(fixed));
}

function editTool(edit: BodyEdit, tool: unknown): unknown {
  if (!isJsonObject(tool)) return isDenied(edit, 'other') ? undefined : tool;
  const entries = Object.entries(tool);
  const kept = entries.filter(([name]) => !isDenied(edit, TOOL_KINDS.get(plain(name)) ?? 'other'));
  if (kept.length === entries.length) return tool;
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
