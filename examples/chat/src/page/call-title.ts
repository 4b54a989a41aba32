import type { AgentCall, CallKind } from './agent-call.js';
import type { IconName } from './icon.js';

/** A call in one line. */
export interface CallTitle {
  readonly icon: IconName;
  readonly label: string;
  readonly text: string;
}

/** By kind: the icon, the word before it, and which of the input's fields says what it is about. */
const KINDS: Readonly<Record<CallKind, readonly [IconName, string, readonly string[]]>> = {
  command: ['command', '', ['command']],
  read: ['read', 'Read', ['file_path', 'path', 'pattern']],
  edit: ['edit', 'Edit', ['file_path', 'path']],
  search: ['search', 'Search', ['pattern', 'query', 'path']],
  web: ['web', 'Web', ['query', 'url']],
  plan: ['plan', 'Plan', ['explanation']],
  task: ['task', 'Task', ['description', 'prompt']],
  mcp: ['tool', 'Tool', []],
  other: ['tool', 'Tool', []],
};

export function callTitle({ kind, name, input, changes }: AgentCall, project: string): CallTitle {
  const [icon, label, fields] = KINDS[kind];
  const said = fields.map((field) => input[field]).find((value) => typeof value === 'string');
  const files = changes.map(({ path }) => inProject(path, project)).join(', ');
  const text = typeof said === 'string' ? inProject(said, project) : files || name;
  return { icon, label, text };
}

/** A path as people in the project name it. */
export function inProject(path: string, project: string): string {
  const root = `/${project}/`;
  const found = path.startsWith('/') ? path.lastIndexOf(root) : -1;
  return found === -1 ? path : path.slice(found + root.length).replace(FRESH, '');
}

/** The folder of one session, where each has its own. */
const FRESH = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\//;
