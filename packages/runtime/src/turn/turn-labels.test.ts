import { sandboxProvider } from '@dragoman/sandbox';
import { expect, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { newTurnId } from './turn-id.js';
import { sandboxLabels } from './turn-labels.js';

const fixture = fixtureOfFile();

test('labels that are plain words are on the sandbox, beside its own', async () => {
  const { stateDirectory } = fixture;
  const id = newTurnId();
  const labels = { run: 'run_1', key: 'cand1/gen', note: 'a trip to Smyrna', turn: 'another' };
  const script = { steps: [{ run: 'sleep 0.5' }, { say: 'Hi.' }] };
  const turn = await fixture.start({ id, labels, script });
  for await (const { type } of turn.events()) if (type === 'sandbox') break;
  const [found] = await sandboxProvider('process', { stateDirectory }).list();
  expect(found?.labels).toEqual({ run: 'run_1', key: 'cand1/gen', turn: id, agent: 'codex' });
  expect((await turn.outcome).status).toBe('success');
});

test('a label of a sandbox has a plain name and a plain word', () => {
  const long = 'x'.repeat(300);
  expect(sandboxLabels({ ok: '', 'a=b': 'c', '-x': 'y', line: 'a\nb', long, nul: '\0' })).toEqual({
    ok: '',
  });
});

test('labels that are no texts are refused before anything exists', async () => {
  const labels: Record<string, string> = JSON.parse('{"attempt":1}');
  await expect(fixture.start({ labels })).rejects.toMatchObject({ code: 'invalid_request' });
});
