import { agents, type Translator } from '@dragoman/agents';
import type { DragomanEvent } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { watchVersions } from './version-notes.js';

/** The notes on a session that these versions went on with, one after the other. */
function notesOn(versions: readonly string[]): string[] {
  const events = versions.map((version): DragomanEvent => ({ type: 'init', version }));
  const translator: Translator = {
    push: () => events,
    flush: () => [],
    stats: () => {
      throw new Error('Nobody asks for it.');
    },
  };
  const watcher = watchVersions(translator, { name: 'claude' });
  watcher.push('');
  return watcher.notes();
}

test('known versions, however many, hide no unknown one', () => {
  const [major = '', minor = '', patch = ''] = agents.claude.version.split('.');
  const known = Array.from(
    { length: 20 },
    (_, index) => `${major}.${minor}.${Number(patch) - index}`,
  );
  expect(notesOn([...known, '99.0.0'])).toEqual([expect.stringContaining('99.0.0 is newer than')]);
});

test('a session that names any number of versions gets a few notes', () => {
  expect(notesOn(Array.from({ length: 50 }, (_, index) => `99.0.${index}`))).toHaveLength(10);
});
