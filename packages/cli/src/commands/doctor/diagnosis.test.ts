import { expect, test } from 'vitest';
import { textOf } from '../../terminal/line.js';
import { textWidth } from '../../terminal/text/fit-text.js';
import type { Diagnosis } from './diagnosis.js';
import { diagnosisLines } from './diagnosis.js';

const DIAGNOSIS: Diagnosis = {
  version: '0.1.0',
  node: '22.0.0',
  programs: [{ name: 'npm', version: undefined, use: 'installs agents' }],
  agents: [
    {
      name: 'codex',
      defaultVersion: '0.166.0',
      installed: [],
      keysSet: [],
      changed: ['codex@0.58.0 is not what was installed: /c/codex changed.'],
      keyVariables: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
    },
  ],
  sandboxes: [
    {
      kind: 'bubblewrap',
      confinesFiles: true,
      isDefault: false,
      check: { works: false, why: 'bwrap is not installed', remedy: 'apt install bubblewrap' },
    },
    {
      kind: 'process',
      confinesFiles: false,
      isDefault: true,
      check: { works: true, notes: ['no isolation'] },
    },
  ],
  toolchains: [],
  folders: [
    {
      name: 'state',
      path: '/s',
      exists: true,
      bytes: 2_000_000,
      isWhole: false,
      variable: 'DRAGOMAN_STATE',
      problem: undefined,
    },
    {
      name: 'cache',
      path: '/c',
      exists: false,
      bytes: 0,
      isWhole: true,
      variable: 'DRAGOMAN_CACHE',
      problem: "/ can't be written",
    },
  ],
  running: 1,
  turnsProblem: undefined,
  unreadableTurns: [],
  leftovers: [
    {
      kind: 'sandbox',
      name: 'abc',
      about: 'process',
      since: undefined,
      ...{ remains: ['process 7', '/tmp/x'], remove: async () => {} },
    },
  ],
  usable: false,
};

test('shows what is wrong, why, and what to do about it', () => {
  expect(diagnosisLines(DIAGNOSIS, undefined).map(textOf)).toEqual([
    'dragoman 0.1.0 on Node 22.0.0',
    '  ✗ npm         not found; it installs agents',
    '',
    'Agents',
    '  ✗ codex       0.166.0 is not installed: dragoman agents install codex',
    '                codex@0.58.0 is not what was installed: /c/codex changed.',
    '                no key: set CODEX_API_KEY or OPENAI_API_KEY',
    '',
    'Sandboxes',
    '  ✗ bubblewrap  bwrap is not installed',
    '                → apt install bubblewrap',
    '  ✓ process     works, default',
    '                no isolation',
    '',
    'Folders',
    '  · state       /s, more than 2 MB',
    "  ✗ cache       /c: / can't be written",
    '                → Set DRAGOMAN_CACHE to another folder.',
    '',
    'Turns',
    '  · running     1',
    '  ✗ left behind 1 thing of processes that died: dragoman doctor --reap',
    '    sandbox abc (process)',
    '      process 7',
    '      /tmp/x',
    '',
    'No agent can run here in a sandbox: see what is marked with ✗.',
  ]);
});

test('does not say that nothing was left behind where it could not look', () => {
  const blind = {
    ...DIAGNOSIS,
    running: undefined,
    leftovers: [],
    turnsProblem: 'EACCES: /s/turns',
  };
  const lines = diagnosisLines(blind, undefined).map(textOf);
  expect(lines).toContain('  ✗ unknown     EACCES: /s/turns');
  expect(lines.join()).not.toContain('left behind');
});

test('fits into a narrow terminal', () => {
  const lines = diagnosisLines(DIAGNOSIS, 50).map(textOf);
  expect(lines.slice(0, -1).filter((line) => textWidth(line) > 50)).toEqual([]);
});

test('programs that no sandbox shows are offered as one line for the configuration', () => {
  process.env.XDG_CONFIG_HOME = '/c';
  const toolchains = [
    { folder: '/opt/node/bin', programs: ['node'], isGiven: true },
    { folder: '/opt/go/bin', programs: ['go', 'gofmt'], isGiven: false },
  ];
  const lines = diagnosisLines({ ...DIAGNOSIS, toolchains }, undefined).map(textOf);
  expect(lines.slice(lines.indexOf('Programs in your folders')).slice(1, 4)).toEqual([
    '  ✓ given       /opt/node/bin: node, …',
    '  · not given   /opt/go/bin: go, gofmt, …',
    '  · give them   → In /c/dragoman/config.yaml: path: [/opt/node/bin, /opt/go/bin]',
  ]);
  delete process.env.XDG_CONFIG_HOME;
});
