import { expect, test } from 'vitest';
import { createMemoryTerminal } from '../../../test-inputs/memory-terminal.js';
import { chooseGiven } from './choose-given.js';

/** A terminal at which somebody types this. */
const typing = (text: string) => ({
  ...createMemoryTerminal({ isTyped: true, input: [text] }),
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
