import { mkdir, readFile, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { openArtifact } from './open-artifact.js';

const fixture = fixtureOfFile({ bubblewrap: true });

test('the artifacts of a turn are opened by the paths of its events, and by no others', async () => {
  await mkdir(join(fixture.workspace, 'out'));
  await writeFile(join(fixture.workspace, 'out/old.txt'), 'old');
  const steps = [
    { run: 'echo report > out/report.txt; ln -s /etc/passwd out/passwd; echo x > beside' },
    { say: 'Done.' },
  ];
  const run = { sandbox: 'bubblewrap', artifacts: './out/', script: { steps } } as const;
  const { turn, events, end } = await fixture.run(run);
  expect(end.status).toBe('success');
  const last = events.slice(events.findIndex(({ type }) => type === 'changes'));
  expect(last.map(({ type }) => type).filter((type) => type !== 'workspace_risk')).toEqual([
    ...['changes', 'artifact', 'error', 'end'],
  ]);
  expect(last.find(({ type }) => type === 'error')).toMatchObject({
    fatal: false,
    code: 'artifacts_incomplete',
  });
  const event = events.find(({ type }) => type === 'artifact');
  expect(event).toMatchObject({ path: 'out/report.txt', size_bytes: 7, change: 'created' });

  await rm(join(fixture.workspace, 'out/report.txt'));
  const { stream, ...artifact } = await openArtifact(turn.directory, 'out/report.txt');
  expect(await new Response(stream).text()).toBe('report\n');
  expect(artifact).toMatchObject({ size: 7, mimeType: 'text/plain' });
  expect(event).toMatchObject({ sha256: artifact.sha256 });
  for (const path of [
    ...['', '.', 'report.txt', 'out/old.txt', 'out/passwd', '/etc/passwd', './out/report.txt'],
    ...['out//report.txt', 'out/../out/report.txt', '../../turn.json', artifact.sha256],
  ]) {
    await expect(openArtifact(turn.directory, path)).rejects.toMatchObject({
      code: 'artifact_unknown',
    });
  }

  const stored = join(turn.directory, 'artifacts', artifact.sha256);
  const left = (await openArtifact(turn.directory, 'out/report.txt')).stream;
  await left.cancel();
  await unlink(stored);
  await symlink('/etc/passwd', stored);
  const linked = await openArtifact(turn.directory, 'out/report.txt');
  await expect(new Response(linked.stream).text()).rejects.toThrow();
});

test('without an agent at work, or a folder, there are none', async () => {
  const { turn, events } = await fixture.run({ artifacts: 'nowhere' });
  expect(events.filter(({ type }) => type === 'artifact')).toEqual([]);
  expect(events.filter(({ type }) => type === 'error')).toEqual([]);
  await expect(readFile(join(turn.directory, 'artifacts/index.json'))).rejects.toThrow();
});

test.each(['', '/tmp', '..', 'a/../..', '../x', 'a\0b', '.git', 'a/.git/hooks'])(
  'a folder that is none of the workspace is refused (%j)',
  async (artifacts) => {
    await expect(fixture.start({ artifacts })).rejects.toMatchObject({ code: 'invalid_request' });
  },
);
