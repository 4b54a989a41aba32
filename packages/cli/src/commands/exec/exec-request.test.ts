import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineScript, startScriptGateway } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { dragomanOfFile } from '../../../test-inputs/dragoman-process.js';

const TIMEOUT_MS = 120_000;
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** One tool, which says a word. */
const SERVER = `
  const { createInterface } = await import('node:readline');
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'demo', version: '1' },
      },
      'tools/list': { tools: [{ name: 'word', inputSchema: { type: 'object', properties: {} } }] },
      'tools/call': { content: [{ type: 'text', text: process.env.WORD }] },
    }[method] ?? {};
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }
`;

const fixture = dragomanOfFile();
let hello: string;
beforeAll(async () => {
  hello = await fixture.file('hello.yaml', 'steps: [{ say: Hello. }]');
}, INSTALL_TIMEOUT_MS);

/** Runs a turn of Codex. Gives the requests that its provider got, too. */
async function exec(steps: readonly object[], ...args: string[]) {
  const provider = await startScriptGateway();
  onTestFinished(() => provider.close());
  const asked: string[] = [];
  const { token } = provider.admit({
    script: defineScript({ steps: [...steps, { say: '{"word":"plum"}' }] }),
    onRequest: ({ body }) => asked.push(JSON.stringify(body)),
  });
  const run = ['exec', 'Go.', '--base-url', `${provider.url}/v1`, '--model', 'gpt-5', ...args];
  const env = { OPENAI_API_KEY: token, WORD_TOKEN: 'plum-tree' };
  return { ...(await fixture.run(run, { env })), asked };
}

test(
  'an image, a schema, an effort and an argument for the CLI reach the model',
  async () => {
    const outside = await fixture.file('outside.png', '');
    for (const path of [outside, join(fixture.workspace, 'inside.png')]) {
      await writeFile(path, PICTURE);
    }
    const schema = await fixture.file(
      'schema.json',
      '{"type":"object","properties":{"word":{"type":"string"}},"required":["word"],"additionalProperties":false}',
    );
    const { code, asked, stderr } = await exec(
      [],
      ...['--image', outside, '--image', 'inside.png', '--output-schema', schema],
      ...[
        '--effort',
        'high',
        '--agent-arg',
        '-c',
        '--agent-arg',
        'developer_instructions="Mind the plum."',
      ],
    );
    expect(stderr).not.toContain('!');
    expect(code).toBe(0);
    expect(asked[0]?.match(/data:image\/png;base64,/g)).toHaveLength(2);
    for (const words of ['"json_schema"', '"effort":"high"', 'Mind the plum.']) {
      expect(asked[0]?.includes(words) && words).toBe(words);
    }
  },
  TIMEOUT_MS,
);

test(
  'a tool server of --mcp is called, and a secret variable it gets is in no journal',
  async () => {
    await writeFile(join(fixture.workspace, 'server.mjs'), SERVER);
    const mcp = await fixture.file(
      'mcp.json',
      JSON.stringify({
        mcpServers: {
          demo: {
            command: process.execPath,
            args: [join(fixture.workspace, 'server.mjs')],
            env: { WORD: `\${WORD_TOKEN}` },
          },
        },
      }),
    );
    const call = { mcp: { server: 'demo', tool: 'word', arguments: {} } };
    const { code, asked, stdout } = await exec([call], '--mcp', mcp, '--json');
    expect(code).toBe(0);
    expect(asked.at(-1)).toContain('plum-tree');
    expect(stdout).toMatch(/"type":"tool_result".*"status":"success"/);
    expect(stdout).not.toContain('plum-tree');
  },
  TIMEOUT_MS,
);

const searches = (body: string) => body.includes('"type":"web_search"');

test(
  'with a network the provider may search the web, unless --no-web-search',
  async () => {
    const open = await exec([], '--sandbox', 'process');
    expect(open.asked.some(searches)).toBe(true);
    const closed = await exec([], '--sandbox', 'process', '--no-web-search');
    expect(closed.code).toBe(0);
    expect(closed.asked.some(searches)).toBe(false);
    expect(closed.stdout).toContain('taken out: web search');
  },
  TIMEOUT_MS,
);

test.each([
  ['--output-schema', ['--agent', 'gemini', '--output-schema', 'SCHEMA'], 'gemini 0.61.0'],
  ['--max-turns', ['--max-turns', '3'], 'codex 0.166.0'],
  ['--permission plan', ['--permission', 'plan'], 'codex 0.166.0'],
  ['--effort minimal', ['--agent', 'claude', '--effort', 'minimal'], 'claude 2.1.197'],
  ['--image', ['--agent', 'codex@0.42.0', '--image', 'x.png'], 'codex 0.42.0'],
  ['--agent-arg --yolo', ['--agent-arg', '--yolo'], 'codex 0.166.0'],
])(
  'an agent that can’t do %s refuses it, before it starts or is installed',
  async (flag, args, agent) => {
    const schema = await fixture.file('any.json', '{}');
    const given = args.map((argument) => argument.replace('SCHEMA', schema));
    const { code, stderr, stdout } = await fixture.run(
      ['exec', 'x', '--script', hello, '--json', ...given],
      { env: { DRAGOMAN_CACHE: join(fixture.temporary, 'empty') } },
    );
    expect(stderr).toContain(`dragoman: ${agent} can't do ${flag}: `);
    expect(JSON.parse(stdout)).toMatchObject({
      type: 'end',
      status: 'not_started',
      code: 'unsupported_option',
    });
    expect(code).toBe(2);
  },
);

test.each([
  ['https://mcp.example/', 'network: none). Use --network host.'],
  ['http://127.0.0.1:9/', 'network: none). Use --network host.'],
])('a tool server at %s is refused where the agent can’t reach it', async (url, words) => {
  const mcp = await fixture.file('far.yaml', `mcpServers: { far: { url: "${url}" } }`);
  const { code, stderr } = await fixture.run(['exec', 'x', '--script', hello, '--mcp', mcp]);
  expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test(
  'a limit of Claude Code on its requests ends the turn as a failure',
  async () => {
    await testAgent('claude');
    const many = await fixture.file(
      'many.yaml',
      'steps: [{ run: echo 1 }, { run: echo 2 }, { say: Done. }]',
    );
    const args = ['exec', 'x', '--agent', 'claude', '--script', many, '--max-turns', '1'];
    const { code, stdout } = await fixture.run(args);
    expect(stdout).toContain('Reached maximum number of turns (1)');
    expect(code).toBe(1);
  },
  TIMEOUT_MS,
);
