import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { chooseGiven } from './choose-given.js';

/** A terminal at which somebody types this. */
const typing = (text: string, columns?: number) => ({
  ...createMemoryTerminal({ isTyped: true, input: [text], ...(columns && { columns }) }),
  watched: true,
});

const SECRET = { env: ['API_TOKEN=abc'] };

test('a person is asked about a secret, and what they say holds', async () => {
  const terminal = typing('y\n');
  expect(await chooseGiven(SECRET, SECRET, terminal)).toEqual({ env: { API_TOKEN: 'abc' } });
  expect(terminal.stderr()).toMatch(/^API_TOKEN looks like a secret\..*\[y\/N\]\n$/);
  for (const answer of ['n\n', '\n', 'yesterday\n']) {
    await expect(chooseGiven(SECRET, SECRET, typing(answer))).rejects.toMatchObject({
      code: 'env_secret',
    });
  }
});

test('a question is broken between words, not where the terminal ends', async () => {
  const terminal = typing('y\n', 80);
  await chooseGiven(SECRET, SECRET, terminal);
  const lines = terminal.stderr().trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  expect(lines.map((line) => line.trim()).join(' ')).toContain('whoever it sends it to. Give it?');
});

test('a secret in the value counts as one in the name', async () => {
  const flags = { env: [`NOTE=sk-${'a1B2c3D4e5'.repeat(4)}`] };
  const nobody = createMemoryTerminal();
  await expect(chooseGiven(flags, flags, nobody)).rejects.toThrow('NOTE looks like a secret');
});

test('nobody is asked about what is no secret, was said, or is in a file', async () => {
  const nobody = createMemoryTerminal();
  const plain = { env: ['CI=1', 'EMPTY=', 'A=b=c'] };
  expect(await chooseGiven(plain, plain, nobody)).toEqual({
    env: { CI: '1', EMPTY: '', A: 'b=c' },
  });
  const said = { ...SECRET, yesSecretEnv: true };
  expect(await chooseGiven(said, said, nobody)).toEqual({ env: { API_TOKEN: 'abc' } });
  expect(await chooseGiven(SECRET, {}, nobody)).toEqual({ env: { API_TOKEN: 'abc' } });
});

test('a person is asked about a folder of keys, and what they say holds', async () => {
  const keys = join(homedir(), '.ssh');
  for (const mount of [
    [keys],
    ['~/.ssh'],
    [`${keys}/id_ed25519:ro`],
    ['/a', '~/.config/gh/hosts.yml'],
  ]) {
    const terminal = typing('y\n');
    expect((await chooseGiven({ mount }, { mount }, terminal)).mounts).toHaveLength(mount.length);
    expect(terminal.stderr()).toMatch(/^[^,]+ is where keys or logins are\..*\[y\/N\]\n$/);
    const refused = chooseGiven({ mount }, { mount }, createMemoryTerminal());
    await expect(refused).rejects.toThrow(/nobody to ask.*--yes-secret-mount/);
    await expect(refused).rejects.toMatchObject({ code: 'mount_secret' });
    const said = { mount, yesSecretMount: true };
    await chooseGiven(said, said, createMemoryTerminal());
    await chooseGiven({ mount }, {}, createMemoryTerminal());
  }
});

test('a folder of programs may be one of keys, too', async () => {
  const given = { path: ['~/.aws'] };
  await expect(chooseGiven(given, given, createMemoryTerminal())).rejects.toMatchObject({
    code: 'mount_secret',
  });
});

test('paths begin at home with a tilde, which a shell leaves in quotes', async () => {
  const options = { mount: ['~/a:rw', '~b', '/~/c'], path: ['~/bin'] };
  expect(await chooseGiven(options, options, createMemoryTerminal())).toEqual({
    mounts: [
      { path: join(homedir(), 'a'), access: 'write' },
      { path: '~b', access: 'read' },
      { path: '/~/c', access: 'read' },
    ],
    path: [join(homedir(), 'bin')],
  });
});

test('a mount is to be read, unless its end says otherwise', async () => {
  const options = { mount: ['/a', '/b:rw', '/c:ro', '/d:e'], path: ['/p'], hideRepository: true };
  expect(await chooseGiven(options, options, createMemoryTerminal())).toEqual({
    mounts: [
      { path: '/a', access: 'read' },
      { path: '/b', access: 'write' },
      { path: '/c', access: 'read' },
      { path: '/d:e', access: 'read' },
    ],
    path: ['/p'],
    repository: 'hide',
  });
});
