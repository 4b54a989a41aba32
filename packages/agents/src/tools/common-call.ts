import {
  type FileChange,
  type ImageSource,
  isJsonObject,
  type JsonObject,
  type PlanItem,
  type ToolKind,
  writeJson,
} from '@dragoman/protocol';
import { flagAt, objectsAt, textAt } from '../interpret/json-fields.js';

const LONGEST_TITLE = 80;
const DATA_URL = /^data:([^;,]{1,100})?(?:;[^;,]{1,100}){0,5};base64,/i;

/** A call in the common vocabulary, ready to be emitted as `tool_use`. */
export interface CommonCall {
  readonly tool_name: string;
  readonly kind: ToolKind;
  readonly parameters: JsonObject;
  /** What the agent calls the tool. */
  readonly native_name?: string;
  /** The input as the agent wrote it, where that differs from `parameters`. */
  readonly native_parameters?: unknown;
}

/** A call that sets the plan: emitted as `plan`, not as `tool_use`. */
export interface PlanCall {
  readonly plan: readonly PlanItem[];
  /** The same as a common call, for one that was refused and so is no plan. */
  readonly call: CommonCall;
}

/** True for a call that sets the plan. */
export function isPlanCall(call: CommonCall | PlanCall): call is PlanCall {
  return 'plan' in call;
}

/** What the agent calls the tool, and the input as it wrote it. */
interface NativeNames {
  readonly name?: string | undefined;
  readonly parameters?: unknown;
}

/** The one call that changes files, whatever the patch came disguised as. */
export function editCall(changes: readonly FileChange[], native: NativeNames = {}): CommonCall {
  return {
    tool_name: 'Edit',
    kind: 'edit',
    parameters: { changes: changes.map(({ path, kind }) => ({ path, kind })) },
    ...(native.name === undefined ? {} : { native_name: native.name }),
    ...(native.parameters === undefined ? {} : { native_parameters: native.parameters }),
  };
}

/** The common name of a tool of an MCP server. */
export function mcpToolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

/** The common name of a tool whose native name joins the server's and its own; undefined for any other. */
export function mcpNameIn(name: string, separator: string): string | undefined {
  const at = name.indexOf(separator);
  const tool = name.slice(at + separator.length);
  return at > 0 && tool !== '' ? mcpToolName(name.slice(0, at), tool) : undefined;
}

/** The input of a call as an object: `raw` holds what is none. */
export function parametersOf(input: unknown): JsonObject {
  if (isJsonObject(input)) return input;
  if (input === undefined || input === null) return {};
  return { raw: typeof input === 'string' ? input : writeJson(input) };
}

const STATUSES: readonly PlanItem['status'][] = [
  'pending',
  'in_progress',
  'completed',
  'cancelled',
];

/** The status of a step by the word that agents have for it; undefined for any other word. */
export function planStatus(word: string | undefined): PlanItem['status'] | undefined {
  return STATUSES.find((status) => status === word);
}

/** Questions that an agent asks its user, in the common form; undefined when they don't fit it. */
export function userQuestions(fields: JsonObject | undefined): JsonObject[] | undefined {
  const questions = objectsAt(fields, 'questions').map(readQuestion);
  if (questions.length === 0) return undefined;
  return questions.every((question) => question !== undefined) ? questions : undefined;
}

function readQuestion(fields: JsonObject): JsonObject | undefined {
  const question = textAt(fields, 'question');
  const header = textAt(fields, 'header');
  if (question === undefined || header === undefined) return undefined;
  const options = objectsAt(fields, 'options').map((option) => ({
    label: textAt(option, 'label') ?? '',
    description: textAt(option, 'description') ?? '',
  }));
  return { question, header, multiSelect: flagAt(fields, 'multiSelect') ?? false, options };
}

/** The beginning of a text, short enough to be a title. */
export function firstLine(text: string): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  return [...line.slice(0, 2 * LONGEST_TITLE)].slice(0, LONGEST_TITLE).join('').trimEnd();
}

/** Where an image is: the bytes of a `data:` URL, a file, or else the URL itself. */
export function imageSourceOf(url: string): ImageSource {
  const head = DATA_URL.exec(url);
  if (head !== null) {
    const media_type = head[1] ?? 'application/octet-stream';
    return { type: 'base64', data: url.slice(head[0].length), media_type };
  }
  if (url.startsWith('file://')) return { type: 'file', path: url.slice('file://'.length) };
  return { type: 'url', url };
}
