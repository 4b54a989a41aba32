import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agentNames, agents } from '@dragoman/agents';
import { createReducer, parseEvent } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMemoryTerminal } from '../../../../test-inputs/memory-terminal.js';
import { runCli } from '../../../run-cli.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-export-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function exported(path: string, to: string): Promise<string> {
  const terminal = createMemoryTerminal();
  const code = await runCli(['sessions', 'export', path, '--to', to], terminal);
  expect(code, terminal.stderr()).toBe(0);
  return terminal.stdout();
}

describe.each(agentNames)('a session of %s', (name) => {
  const [recording] = recordings()
    .filter(
      ({ agent, view, scenario }) => agent === name && view === 'saved' && scenario === 'shellfail',
    )
    .slice(-1);
  const path = recording?.path ?? '';
  const loaded = () => agents[name].interpreter.sessions.load(path);

  test.each(['markdown', 'html'])('has all that was said as %s', async (to) => {
    const page = await exported(path, to);
    const { messages } = await loaded();
    const said = messages
      .filter(({ synthetic }) => synthetic === undefined)
      .flatMap(({ content }) => content.flatMap((one) => (one.type === 'text' ? [one.text] : [])));
    expect(said.length).toBeGreaterThan(1);
    const plain = page.replaceAll('&#39;', "'").replaceAll('&quot;', '"');
    for (const text of said) expect(plain).toContain(text.trim());
    expect(plain).toContain('exit code ');
  });

  test('is its messages as JSON, and the same messages by its events', async () => {
    const { messages } = await loaded();
    expect(JSON.parse(await exported(path, 'json'))).toMatchObject({
      agent: name,
      messages: JSON.parse(JSON.stringify(messages)),
    });
    const reducer = createReducer({ source: 'saved', agent: name });
    for (const line of (await exported(path, 'events')).trimEnd().split('\n')) {
      const parsed = parseEvent(JSON.parse(line));
      if (parsed.ok) reducer.push(parsed.event);
    }
    expect(reducer.snapshot().messages).toEqual(messages);
  });
});

describe.each([
  ['codex', 'patch'],
  ['claude', 'edit'],
  ['opencode', 'files'],
])('an edit of %s', (name, wanted) => {
  const path = recordings()
    .filter(
      ({ agent, view, scenario }) => agent === name && view === 'saved' && scenario === wanted,
    )
    .at(-1)?.path;

  test('is a diff below the name of its file', async () => {
    const markdown = await exported(path ?? '', 'markdown');
    expect(markdown).toMatch(/```\n(?:Edit|Add) \S+ \(\+\d+.*\)\n```\n\n```diff\n/);
    expect(markdown).not.toContain('{"changes"');
    const html = await exported(path ?? '', 'html');
    expect(html).toMatch(/<pre class="call">(?:Edit|Add) \S+ \(.*\)<\/pre>\n(?:<details>.*)?<pre>/);
    expect(html).toContain('<span class="green">+');
  });
});

const line = (payload: object) =>
  `${JSON.stringify({ timestamp: '2026-01-01T00:00:00Z', ...payload })}\n`;

const item = (text: string, role: string) => ({
  type: 'response_item',
  payload: {
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  },
});

/** A session of Codex in a file, in which both say the same. */
async function sessionSaying(name: string, text: string, cwd: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(
    path,
    line({ type: 'session_meta', payload: { id: '0199', cwd } }) +
      line(item(text, 'user')) +
      line(item(text, 'assistant')),
  );
  return path;
}

test('whatever an agent wrote is text in the page, which loads and runs nothing', async () => {
  const evil = `</p><script src="//x"></script><img src=x onerror=alert(1)> & "quoted" \`\`\`\n# head`;
  const path = await sessionSaying('evil.jsonl', evil, '/<b>');
  const html = await exported(path, 'html');
  expect(html).toContain("default-src 'none'");
  expect(html).not.toMatch(/<script|<img|<b>/);
  expect(html).toContain('&lt;script');
  expect(html.replace(/<style>.*<\/style>/s, '')).not.toMatch(/<[^>]+ (?:style|on\w+)=/);
  const markdown = await exported(path, 'markdown');
  expect(markdown.split('\n')[0]).not.toMatch(/(?<!\\)<script/);
});

test.each(['markdown', 'html', 'json', 'events'])(
  'what an agent wrote can not control the terminal that it is exported to as %s',
  async (to) => {
    const evil =
      'a \u001b[31mred\u001b]0;title\u0007 \u001bc\u009b2J b\u0000\rover\ttab\u202e c\u2028\u2067';
    const path = await sessionSaying('controls.jsonl', evil, '/\u001b[2Jx');
    const text = await exported(path, to);
    expect(text).toContain('a ');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/);
  },
);
