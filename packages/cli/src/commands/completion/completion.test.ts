import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { runCli } from '../../run-cli.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dragoman-completion-'));
  writeFileSync(join(folder, 'notes.md'), '');
  writeFileSync(join(folder, 'completion.bash'), await scriptFor('bash'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function scriptFor(shell: string): Promise<string> {
  const terminal = createMemoryTerminal();
  expect(await runCli(['completion', shell], terminal)).toBe(0);
  return terminal.stdout();
}

/** What bash offers after these words, as it would at a press of Tab. */
function offered(...words: string[]): string[] {
  const script = `source completion.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _dragoman; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['-c', script, 'bash', 'dragoman', ...words];
  return execFileSync('bash', args, { cwd: folder, encoding: 'utf8' }).trimEnd().split('\n');
}

test('bash completes commands, options, their choices, and files', () => {
  expect(offered('se')).toEqual(['sessions', 'serve']);
  expect(offered('sessions', 's')).toEqual(['show', 'search']);
  expect(offered('agents', 'image', 'b')).toEqual(['build']);
  expect(offered('exec', 'fix it', '--contin')).toEqual(['--continue']);
  expect(offered('exec', '--sandbox', '')).toEqual(['process', 'bubblewrap', 'container']);
  expect(offered('sessions', 'list', '--agent', 'c')).toEqual(['claude', 'codex']);
  expect(offered('usage', 'w')).toEqual(['weekly']);
  expect(offered('translate', 'no')).toEqual(['notes.md']);
});

test('zsh and fish get the same commands and options', async () => {
  const fish = await scriptFor('fish');
  expect(fish).toContain("-n '__fish_seen_subcommand_from exec' -l continue");
  expect(fish).toMatch(/-l sandbox -x -a 'process bubblewrap container'/);
  const zsh = await scriptFor('zsh');
  expect(zsh).toMatch(/^#compdef dragoman\n/);
  expect(zsh).toContain("'sessions') reply='list show search export remove --help'");
});

test('another shell is refused with the names of those there are', async () => {
  const terminal = createMemoryTerminal();
  expect(await runCli(['completion', 'tcsh'], terminal)).toBe(2);
  expect(terminal.stderr()).toContain('bash, zsh, fish');
});
