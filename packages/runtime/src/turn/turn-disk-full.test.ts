import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTurnFixture, mountSmallDisk } from '@dragoman/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { type BaseChatRequest, type ChatAgent, chatRequest } from '../chat/chat-agent.js';
import { runChat } from '../chat/run-chat.js';
import { listTurns } from './list-turns.js';

const LINE = `{"type":"message","role":"assistant","content":"${'y'.repeat(2000)}","delta":false}`;

const talker: ChatAgent<BaseChatRequest> = {
  requestSchema: chatRequest,
  prepareSandbox: async () => {},
  createCommand: () => ({
    cmd: 'sh',
    args: ['-c', `setsid sleep 300 & while true; do echo '${LINE}'; done`],
  }),
};

test('on a full disk a turn ends as failed, says why, and leaves nothing', async ({ skip }) => {
  const fixture = await createTurnFixture();
  onTestFinished(fixture.remove);
  const { stateDirectory, workspace: cwd } = fixture;
  onTestFinished(mountSmallDisk(stateDirectory, 1024 * 1024) ?? skip());
  const asked = { agent: talker, input: { message: 'Talk.' }, cwd, stateDirectory };
  const response = await runChat({ ...asked, sandbox: 'process' });
  const lines = (await response.text()).trimEnd().split('\n');
  const events = lines.map((line) => JSON.parse(line));
  expect(events.filter(({ type }) => type === 'end')).toMatchObject([
    { status: 'failed', code: 'disk_full', reason: expect.stringContaining('the disk is full') },
  ]);
  expect(events.at(-1)).toMatchObject({ type: 'end', seq: lines.length });
  expect(await fixture.remains()).toEqual([]);

  const second = await runChat({ ...asked, sandbox: 'process' });
  const end = JSON.parse((await second.text()).trimEnd().split('\n').at(-1) ?? '');
  expect(end).toMatchObject({ type: 'end', code: 'disk_full' });
  expect(await fixture.remains()).toEqual([]);
  expect(await readdir(stateDirectory)).toContain('turns');
  expect(await listTurns(stateDirectory)).toHaveLength(2);
});

test('a turn that finds the disk full is refused, and leaves nothing', async ({ skip }) => {
  const fixture = await createTurnFixture();
  onTestFinished(fixture.remove);
  const { stateDirectory } = fixture;
  onTestFinished(mountSmallDisk(stateDirectory, 64 * 1024) ?? skip());
  const filling = writeFile(join(stateDirectory, 'large'), Buffer.alloc(1024 * 1024));
  await expect(filling).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(fixture.start({})).rejects.toMatchObject({
    code: 'state_unusable',
    message: expect.stringMatching(/the disk is full.*set DRAGOMAN_STATE/),
  });
  expect(await fixture.remains()).toEqual([]);
  expect(await fixture.written()).toEqual([join(stateDirectory, 'large')]);
});
