import { describe, expect, test } from 'vitest';
import type { ModelAccess } from '../model/model-access.js';
import { createSession, type StartOptions } from '../sessions/create-session.js';
import { refuseUnknownOptions } from './known-options.js';
import { startTurn } from './start-turn.js';

const access: ModelAccess = { kind: 'script', script: { steps: [{ say: 'Done.' }] } };

/** Options as a program without types can give them. */
const options = (misspelt: object): { readonly agent: string } => ({ agent: 'codex', ...misspelt });

/** The same for one turn. */
const asked = (json: string): StartOptions => JSON.parse(json);

describe('an option that there is not', () => {
  test.each([
    ['sandBox', 'sandbox'],
    ['permissions', 'permission'],
    ['modelId', 'model'],
    ['reasoningeffort', 'reasoningEffort'],
    ['mcpServer', 'mcpServers'],
  ])('%s is refused by createSession, which names %s', (name, nearest) => {
    expect(() => createSession(options({ [name]: 'x' }))).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: `createSession has no option "${name}". Did you mean "${nearest}"?`,
      }),
    );
  });

  test('is refused by start and by startTurn, before anything exists', async () => {
    const session = createSession({ agent: 'codex', access, cwd: '/nowhere' });
    await expect(session.start('Do it.', asked('{"toolz":{}}'))).rejects.toThrow(
      'start has no option "toolz". Did you mean "tools"?',
    );
    const turn = { timeout: 5, agent: 'codex', prompt: 'Do it.', cwd: '/nowhere', access };
    await expect(startTurn(turn)).rejects.toThrow(/^startTurn has no option "timeout"\.$/);
  });

  test.each(['banana', 'x', 'temperature', 'stopSequences'])(
    '%s is like none, and none is named',
    (name) => {
      expect(() => createSession(options({ [name]: 'x' }))).toThrow(
        expect.objectContaining({ message: `createSession has no option "${name}".` }),
      );
    },
  );

  test('is named with the call that takes it', async () => {
    expect(() => createSession(options({ signal: AbortSignal.abort() }))).toThrow(
      '"signal" is an option of start, for one turn',
    );
    const session = createSession({ agent: 'codex', access, cwd: '/nowhere' });
    await expect(session.start('Do it.', asked('{"cwd":"/"}'))).rejects.toThrow(
      '"cwd" is an option of createSession, for all turns of a session',
    );
  });

  test.each(['constructor', '__proto__', 'toString', ''])('%j is none, too', (name) => {
    const asked = Object.fromEntries([[name, 1]]);
    expect(() => refuseUnknownOptions('startTurn', asked)).toThrow('has no option');
  });

  test('asks for nothing where it is undefined', () => {
    expect(() => refuseUnknownOptions('start', { toolz: undefined })).not.toThrow();
  });
});

test('a signal that is none rejects the turn, and start throws nothing', async () => {
  const session = createSession({ agent: 'codex', access, cwd: '/nowhere' });
  const turn = session.start('Do it.', asked('{"signal":{}}'));
  await expect(turn).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'signal is no AbortSignal.',
  });
});
