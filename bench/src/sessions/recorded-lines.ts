import { readFileSync } from 'node:fs';
import { recordings } from '@dragoman/testkit';
import { lifeSized } from './life-sized.js';

/** What a record is in a session: it begins or ends the file, a turn, or a call of the model. */
export type Part =
  | 'head'
  | 'opening'
  | 'thought'
  | 'call'
  | 'output'
  | 'reply'
  | 'closing'
  | 'rest';

export interface RecordedLine {
  readonly part: Part;
  /** The outermost type of the record. */
  readonly type: string;
  readonly text: string;
}

/** The parts by the type that distinguishes a record from others, and by the role of a message. */
const PARTS: ReadonlyMap<string, Part> = new Map([
  ['session_meta', 'head'],
  ['task_started', 'opening'],
  ['thread_settings_applied', 'opening'],
  ['world_state', 'opening'],
  ['user', 'opening'],
  ['developer', 'opening'],
  ['user_message', 'opening'],
  ['UserMessage', 'opening'],
  ['agent_reasoning', 'thought'],
  ['reasoning', 'thought'],
  ['Reasoning', 'thought'],
  ['function_call', 'call'],
  ['custom_tool_call', 'call'],
  ['function_call_output', 'output'],
  ['custom_tool_call_output', 'output'],
  ['assistant', 'reply'],
  ['agent_message', 'reply'],
  ['AgentMessage', 'reply'],
  ['task_complete', 'closing'],
  ['turn_aborted', 'closing'],
]);

/** The recordings of each version whose sessions are long in real life: those that write wrapped records. */
export function recordedByVersion(): ReadonlyMap<string, readonly RecordedLine[][]> {
  read ??= readAll();
  return read;
}

let read: ReadonlyMap<string, readonly RecordedLine[][]> | undefined;

function readAll(): ReadonlyMap<string, readonly RecordedLine[][]> {
  const byVersion = new Map<string, RecordedLine[][]>();
  let outputs = 0;
  for (const { agent, view, version, path } of recordings()) {
    if (agent !== 'codex' || view !== 'saved') continue;
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const parts = lines.map((line) => {
      const { type, part } = recognise(line);
      if (part === 'output') outputs += 1;
      return { part, type, text: lifeSized(line, outputs) };
    });
    if (parts[0]?.part !== 'head') continue;
    byVersion.set(version, [...(byVersion.get(version) ?? []), parts]);
  }
  return byVersion;
}

function recognise(line: string): { readonly type: string; readonly part: Part } {
  const { type, payload } = JSON.parse(line);
  // A count of nothing says that a process has begun.
  if (payload?.type === 'token_count' && payload.info === null) return { type, part: 'opening' };
  const name = payload?.item?.type ?? payload?.role ?? payload?.type;
  return { type, part: PARTS.get(name) ?? PARTS.get(type) ?? 'rest' };
}
