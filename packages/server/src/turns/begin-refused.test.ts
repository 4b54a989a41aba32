import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTurnId } from '@dragoman/runtime';
import { expect, onTestFinished, test } from 'vitest';
import { createAdmission } from '../policy/admission.js';
import { createSharedAdmission } from '../policy/shared-admission.js';
import { createFilesTurnStore } from '../store/files-turn-store.js';
import { beginTurn } from './begin-turn.js';
import { createTurnsAtWork } from './turns-at-work.js';

const outOfFiles = () =>
  Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });

test('a turn that fails for want of open files gives its conversation back; it was busy for ever', async () => {
  const stateDirectory = await mkdtemp(join(tmpdir(), 'dragoman-begin-'));
  onTestFinished(() => rm(stateDirectory, { recursive: true, force: true }));
  const files = createFilesTurnStore(stateDirectory);
  const { conversations } = files;
  // As where others close their files in a moment.
  let failing = 2;
  let finds = 0;
  const failure = async (): Promise<void> => {
    failing -= 1;
    if (failing >= 0) throw outOfFiles();
  };
  const store = {
    ...files,
    conversations: {
      ...conversations,
      // Asked before the conversation is taken, and after.
      async find(client: string, name: string) {
        finds += 1;
        if (finds > 1) await failure();
        return conversations.find(client, name);
      },
      release: (taken: Parameters<typeof conversations.release>[0]) =>
        failure().then(() => conversations.release(taken)),
    },
  };
  const failures: unknown[] = [];
  const begun = beginTurn(
    {
      policy: { agents: {}, workspaces: {} },
      stateDirectory,
      store,
      admission: createSharedAdmission(
        createAdmission({}, { stateDirectory }),
        {},
        undefined,
        (error) => failures.push(error),
      ),
      atWork: createTurnsAtWork(),
      onFailure: (error) => failures.push(error),
    },
    { id: 'local' },
    { prompt: 'Hi.', conversation: 'chat' },
    { id: newTurnId() },
  );
  await expect(begun).rejects.toMatchObject({ code: 'EMFILE' });
  const next = { client: 'local', name: 'chat', agent: '', workspace: '', turnId: newTurnId() };
  expect(await conversations.take(next)).toBe('taken');
  expect(failures).toEqual([]);
});
