import type { ToolResultBlock, ToolUseBlock } from '@dragoman/protocol';
import { parseMcpToolName } from '@dragoman/protocol';
import { firstWords } from './shown-text.js';

/** A call of a tool in a few words: what it does, and to what. */
export interface CallTitle {
  readonly verb: string;
  readonly subject: string;
}

/** For each common tool the verb, and the field of its input that says to what. */
const TITLES: Readonly<Record<string, readonly [string, string]>> = {
  Bash: ['Run', 'command'],
  Read: ['Read', 'file_path'],
  Write: ['Write', 'file_path'],
  Edit: ['Edit', 'file_path'],
  Glob: ['Find', 'pattern'],
  Grep: ['Search', 'pattern'],
  WebSearch: ['Search the web', 'query'],
  WebFetch: ['Fetch', 'url'],
  Task: ['Start an agent', 'description'],
  Agent: ['Start an agent', 'description'],
  TodoWrite: ['Plan', ''],
};

export function titleOf({ name, input }: ToolUseBlock, result?: ToolResultBlock): CallTitle {
  const [verb, field] = (Object.hasOwn(TITLES, name) ? TITLES[name] : undefined) ?? [];
  if (verb !== undefined && field !== undefined) {
    // A patch of several files has them in its result only.
    const value = input[field] ?? result?.changes?.map(({ path }) => path).join(', ');
    return { verb, subject: typeof value === 'string' ? firstWords(value) : '' };
  }
  const mcp = parseMcpToolName(name);
  if (mcp === undefined) return { verb: 'Call', subject: firstWords(name) };
  return { verb: 'Call', subject: firstWords(`${mcp.server} · ${mcp.tool}`) };
}

/** `unknown`: the turn ended without a result of it. */
export type CallState = 'running' | 'success' | 'error' | 'unknown';

/** How a call stands. */
export function stateOf(result: ToolResultBlock | undefined, isOver: boolean): CallState {
  if (result === undefined || result.preliminary === true) return isOver ? 'unknown' : 'running';
  return result.is_error === true || result.status === 'error' ? 'error' : 'success';
}

/** What a call gave back, as text. Images in it are named. */
export function outputOf(result: ToolResultBlock | undefined): string {
  const content = result?.content;
  if (content === undefined) return result?.error?.message ?? '';
  if (typeof content === 'string') return content;
  return content.map((piece) => (piece.type === 'text' ? piece.text : '[image]')).join('\n');
}
