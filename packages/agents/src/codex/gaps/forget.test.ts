import type { CanonicalBlock } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import type { SessionViews } from '../../interpret/view-gap.js';
import { forgetFolder } from './forget-folder.js';
import { forgetProgress } from './forget-progress.js';

const call = (name: string, input: unknown): CanonicalBlock => ({
  role: 'assistant',
  kind: 'tool',
  name,
  input: JSON.stringify(input),
});
const plan = (...statuses: string[]) =>
  call('TodoWrite', { todos: statuses.map((status) => ({ content: 'look', status })) });
const views = (live: CanonicalBlock[], saved: CanonicalBlock[]): SessionViews => ({
  live: { blocks: live, usage: undefined },
  saved: { blocks: saved, usage: undefined },
});

test('a plan that only gets under way is no news where progress is not told', () => {
  const { live, saved } = forgetProgress(
    views(
      [plan('pending', 'pending'), plan('completed', 'pending')],
      [
        plan('pending', 'pending'),
        plan('in_progress', 'pending'),
        plan('completed', 'in_progress'),
      ],
    ),
  );
  expect(saved).toEqual(live);
});

test('edits are known by the names of their files where the folder is not told', () => {
  const edit = (path: string) => call('Edit', { changes: [{ kind: 'add', path }] });
  const { live, saved } = forgetFolder(views([edit('/home/x/a.txt')], [edit('a.txt')]));
  expect(saved).toEqual(live);
  const other = forgetFolder(views([edit('/home/x/a.txt')], [edit('b.txt')]));
  expect(other.saved).not.toEqual(other.live);
});
