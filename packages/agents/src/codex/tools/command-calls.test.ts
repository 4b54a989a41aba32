import { describe, expect, test } from 'vitest';
import { findPatch } from './command-calls.js';

const PATCH = '*** Begin Patch\n*** Add File: a.txt\n+hi\n*** End Patch';
const HEREDOC = `apply_patch <<'EOF'\n${PATCH}\nEOF\n`;

describe('finds the patch', () => {
  test.each<[string, unknown]>([
    ['in the input of a custom tool', PATCH],
    ['in {input}', { input: PATCH }],
    ['in {patch}', { patch: `\n${PATCH}\n` }],
    ['in argv', { command: ['apply_patch', PATCH] }],
    ['in argv by the old name', ['applypatch', PATCH]],
    ['in a heredoc that was handed over as a word', ['apply_patch', `<<'EOF'\n${PATCH}\nEOF\n`]],
    ['in a heredoc of a shell', { command: ['bash', '-lc', HEREDOC] }],
    ['in a heredoc of PowerShell', ['powershell.exe', '-NoProfile', '-Command', HEREDOC]],
    ['in a heredoc of exec_command', { cmd: HEREDOC }],
    ['in a heredoc of shell_command', { command: HEREDOC }],
    ['in a heredoc with a delimiter in double quotes', { cmd: HEREDOC.replace("'EOF'", '"EOF"') }],
    ['in a heredoc with a bare delimiter', { cmd: HEREDOC.replace("'EOF'", 'EOF') }],
    ['in a heredoc that never closes', { cmd: HEREDOC.replace('\nEOF\n', '') }],
  ])('%s', (_where, input) => {
    expect(findPatch(input)?.text.trim()).toBe(PATCH);
    expect(findPatch(input)).not.toHaveProperty('folder');
  });

  test.each([
    ['cd sub && ', 'sub'],
    ["cd 'my dir' && ", 'my dir'],
    ['\n cd "/abs/dir"&&\n', '/abs/dir'],
  ])('and the folder of %j', (prefix, folder) => {
    expect(findPatch({ cmd: prefix + HEREDOC })).toMatchObject({ folder });
  });
});

describe('leaves alone what Codex runs as a command', () => {
  test.each<unknown>([
    { cmd: 'grep apply_patch x' },
    { cmd: `echo "${PATCH}"` },
    { cmd: PATCH },
    { cmd: `echo before; ${HEREDOC}` },
    { cmd: `${HEREDOC}echo after\n` },
    { cmd: `apply_patch -v <<'EOF'\n${PATCH}\nEOF\n` },
    { cmd: `cd a b && ${HEREDOC}` },
    { cmd: `cd $HOME && ${HEREDOC}` },
    { cmd: `cd a || ${HEREDOC}` },
    { cmd: `cat <<'EOF' | apply_patch\n${PATCH}\nEOF\n` },
    { cmd: `apply_patch '${PATCH}'` },
    { command: ['bash', '-lc', 'apply_patch --help'] },
    { command: ['grep', PATCH] },
    ['apply_patch', PATCH, 'x'],
    ['apply_patch', 5],
    'just text',
    { input: 5 },
    undefined,
    null,
    7,
  ])('%j', (input) => {
    expect(findPatch(input)).toBeUndefined();
  });
});

test('takes the time of the text', () => {
  for (const text of [
    `apply_patch <<E\n${'E \nE x\n'.repeat(100_000)}`,
    `${' '.repeat(300_000)}cd x`,
    `cd ${'a'.repeat(300_000)}`,
  ]) {
    const start = performance.now();
    findPatch({ cmd: text });
    expect(performance.now() - start).toBeLessThan(10_000);
  }
});
