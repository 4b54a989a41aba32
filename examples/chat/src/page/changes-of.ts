import type { AgentCall } from './agent-call.js';
import { inProject } from './call-title.js';

/** A file that a call has changed. */
export interface ShownChange {
  readonly path: string;
  /** Lines that begin with `+`, `-`, a space or `@@`; empty where the agent doesn't say. */
  readonly diff: string;
}

/** What a call changed. Not every agent says which lines; some can be had from what was asked. */
export function changesOf(call: AgentCall, project: string): readonly ShownChange[] {
  const { changes, input, state } = call;
  const asked = state === 'done' ? askedDiff(input) : '';
  if (changes.length === 0) {
    const path = input.file_path;
    return asked === '' || typeof path !== 'string'
      ? []
      : [{ path: inProject(path, project), diff: asked }];
  }
  return changes.map(({ path, diff, moved_to }) => ({
    path: inProject(moved_to ?? path, project),
    diff: diff ?? (changes.length === 1 ? asked : ''),
  }));
}

function askedDiff({ old_string: before, new_string: after }: AgentCall['input']): string {
  if (typeof before !== 'string' || typeof after !== 'string') return '';
  return [...marked('-', before), ...marked('+', after)].join('\n');
}

function marked(mark: string, text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => mark + line);
}
