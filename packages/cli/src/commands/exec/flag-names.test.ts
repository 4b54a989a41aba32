import { DragomanError } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { inFlags } from './flag-names.js';

test.each([
  ['codex can not do `maxTurns`.', 'codex can not do --max-turns.'],
  ['say so: --yes-my-home (allowHome: true).', 'say so: --yes-my-home.'],
  ["say so: --sandbox process (sandbox: 'process').", 'say so: --sandbox process.'],
  ['--allow-web-search (hostedTools: ["web_search"]).', '--allow-web-search.'],
  ['with --allow-host a.test:443 (allowHosts: ["a.test:443"]).', 'with --allow-host a.test:443.'],
  ['a `name` (in a list: it) stays', 'a `name` (in a list: it) stays'],
])('%s', (message, shown) => {
  const error = inFlags(new DragomanError('workspace_unsuitable', message));
  expect(error).toMatchObject({ code: 'workspace_unsuitable', message: shown });
});
