import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { Refusal } from '../refusal.js';
import {
  type BodyEdit,
  dropUnknownFields,
  entriesOf,
  filterTools,
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

/** The fields of an entry of `tools`, as `plain` writes them. */
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

/** The arguments and results of functions. */
const SKIPPED = new Set(['args', 'response']);

/** Settings of hosted tools. */
const HOSTED_CONFIG = new Set(['retrievalconfig', 'includeserversidetoolinvocations']);

/** Removes from a Gemini request what the turn's provider may not do. */
export function editGemini(edit: BodyEdit): void {
  refuseDoubled(edit.body);
  const stored = Object.keys(edit.body).filter((name) => plain(name) === 'cachedcontent');
  refuseFields(edit, stored, 'stored_content');
  const said = ['contents', 'systeminstruction'].map((name) => fieldOf(edit.body, name)?.[1]);
  refuseInputs(edit, said, fetchedInput, SKIPPED);
  dropUnknownFields(edit, (name) => FIELDS.has(plain(name)));
  editTools(edit);
  // A countTokens request may contain the request to count.
  const [name, counted] = fieldOf(edit.body, 'generatecontentrequest') ?? [];
  if (name === undefined || !isJsonObject(counted)) return;
  const inner: BodyEdit = { ...edit, body: counted };
  editGemini(inner);
  if (inner.body !== counted) setField(edit, name, inner.body);
}

/** The provider accepts both forms of a name: `googleSearch`, `google_search`. */
export function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

/** A field by either form of its name. */
export function fieldOf(body: JsonObject, wanted: string) {
  return Object.entries(body).find(([name]) => plain(name) === wanted);
}

/** A field in both forms has two values, and only the provider knows which one counts. */
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
  const [name, value] = fieldOf(edit.body, 'tools') ?? [];
  const tools = entriesOf(value);
  if (name === undefined || tools === undefined) return;
  const kept = filterTools(edit, tools, (tool) => editTool(edit, tool));
  if (kept === tools) return;
  setField(edit, name, kept.length === 0 ? undefined : kept);
  const [configName, config] = fieldOf(edit.body, 'toolconfig') ?? [];
  if (configName === undefined || !isJsonObject(config)) return;
  const fixed = Object.entries(config).filter(([key]) => !HOSTED_CONFIG.has(plain(key)));
  setField(edit, configName, kept.length === 0 ? undefined : Object.fromEntries(fixed));
}

function editTool(edit: BodyEdit, tool: JsonObject): JsonObject | undefined {
  const entries = Object.entries(tool);
  const kept = entries.filter(([name]) => !isDenied(edit, TOOL_KINDS.get(plain(name)) ?? 'other'));
  if (kept.length === entries.length) return tool;
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
