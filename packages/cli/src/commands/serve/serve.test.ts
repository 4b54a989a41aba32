import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEvent } from '@dragoman/protocol';
import { expect, test, vi } from 'vitest';
import { dragomanOfFile, type RunningDragoman } from '../../../test-inputs/dragoman-process.js';

const PATIENCE = { timeout: 20_000, interval: 20 };
const SECRET = 'the-prompt-that-nobody-logs';

const fixture = dragomanOfFile();

async function serve(args: readonly string[]) {
  const running = fixture.start(['serve', '--port', '0', ...args]);
  await vi.waitFor(() => expect(running.stderr()).toMatch(/curl/), PATIENCE);
  const [, url = ''] = /listens on (\S+)/.exec(running.stderr()) ?? [];
  return { running, url };
}

async function stop({ child, ended }: RunningDragoman) {
  child.kill('SIGTERM');
  return ended;
}

function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/v1/turns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson', ...headers },
    body: JSON.stringify(body),
  });
}

function eventsIn(text: string) {
  const events = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return events.filter(({ type }) => type !== 'ping');
}

test('a whole turn, in the folder of its session, with keys that come and go', async () => {
  const template = await fixture.file('note.md', '').then((path) => join(path, '..', 'template'));
  await mkdir(template);
  await writeFile(join(template, 'log'), 'template\n');
  const script = await fixture.file(
    'work.yaml',
    'steps:\n  - run: echo turn >> log; cat log\n  - say: Done.\n',
  );
  const config = await fixture.file(
    'server.yaml',
    'agents:\n  coder: { agent: codex }\nworkspaces:\n  fresh: { template: ./template }\nlimits: { requestsPerMinute: 100 }\n',
  );
  const { stdout, code } = await fixture.run(['keys', 'add', 'the app']);
  expect(code).toBe(0);
  const key = stdout.trim();
  const { running, url } = await serve(['--config', config, '--script', script]);
  expect(running.stderr()).toMatch(/ {2}coder \(codex@\S+\) · in fresh · bubblewrap · with a key/);
  const bearer = { authorization: `Bearer ${key}` };
  const body = { prompt: SECRET, conversation: 'chat' };

  expect((await post(url, body)).status).toBe(401);
  const first = await post(url, body, bearer);
  expect(first.status).toBe(200);
  const events = eventsIn(await first.text());
  expect(events.every((event) => parseEvent(event).ok)).toBe(true);
  expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
  expect(events.find(({ type }) => type === 'tool_result')?.output).toContain('template\nturn\n');
  const second = eventsIn(await (await post(url, body, bearer)).text());
  expect(second.find(({ type }) => type === 'tool_result')?.output).toContain('turn\nturn\n');
  const root = join(`${fixture.state}-workspaces`, 'fresh');
  expect(await readdir(root)).toHaveLength(1);
  expect(await readFile(join(template, 'log'), 'utf8')).toBe('template\n');

  const refused = await post(url, { prompt: 'Go.', workspace: '/etc' }, bearer);
  expect(await refused.json()).toMatchObject({ errorCode: 'workspace_unknown' });

  const added = (await fixture.run(['keys', 'add', 'another'])).stdout.trim();
  const ask = (given: string) =>
    fetch(`${url}/v1/turns`, { headers: { authorization: `Bearer ${given}` } });
  expect((await ask(added)).status).toBe(200);
  // What is another key's is not there.
  expect(await (await ask(added)).json()).toMatchObject({ turns: [] });
  const listed = (await fixture.run(['keys', 'list', '--json'])).stdout.trim().split('\n');
  const { id } = listed.map((line) => JSON.parse(line)).find(({ name }) => name === 'another');
  expect((await fixture.run(['keys', 'revoke', id])).code).toBe(0);
  expect((await ask(added)).status).toBe(401);
  expect((await fixture.run(['keys', 'list'])).stdout).toMatch(/another .* revoked \d{4}/);

  const ended = await stop(running);
  expect(ended).toMatchObject({ code: 0, signal: null });
  const lines = ended.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(7);
  expect(lines[1]).toMatchObject({ method: 'POST', route: '/v1/turns', status: 200 });
  expect(lines[0]).toMatchObject({ status: 401, errorCode: 'unauthorized' });
  for (const secret of [SECRET, key, added, key.slice(4), 'chat', '/etc']) {
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(secret);
  }
  expect(await fixture.remains()).toEqual([]);
}, 60_000);

test('SIGTERM in the middle of a turn: its reader gets the end, and the exit code is 0', async () => {
  // As before there was a key.
  await rm(join(fixture.state, 'server/keys'), { recursive: true, force: true });
  const script = await fixture.file('wait.yaml', 'steps:\n  - run: sleep 600\n  - say: Never.\n');
  const { running, url } = await serve(['--script', script, '--drain', '0']);
  expect(running.stderr()).toContain('anybody on this machine');
  // Its page is in the bundle.
  for (const name of ['', 'view.js', 'view.css']) {
    expect((await fetch(`${url}/${name}`)).status).toBe(200);
  }
  const response = await post(url, { prompt: SECRET });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('sleep 600')) text += (await reader?.read())?.value ?? '';
  const stopping = stop(running);
  for (let done = false; !done; ) {
    const piece = await reader?.read();
    text += piece?.value ?? '';
    done = piece?.done ?? true;
  }
  expect(eventsIn(text).at(-1)).toMatchObject({ type: 'end', status: 'canceled' });
  expect(await stopping).toMatchObject({ code: 0, signal: null });
  expect(await fixture.remains()).toEqual([]);
}, 60_000);
