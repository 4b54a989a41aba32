import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createCassetteRecorder } from '../cassette/cassette-recorder.js';
import { type Ask, ask, bearer } from '../testing/ask.js';
import { createClosing } from '../testing/closing.js';
import { forwardTo } from '../testing/forward-to.js';
import { user } from '../testing/request-bodies.js';
import type { HostedToolKind } from './policy/hosted-access.js';
import type { TurnPolicy } from './policy/turn-policy.js';

const closing = createClosing();
const GEMINI = '/v1beta/models/gemini-2.5-pro:generateContent';

/** A turn that holds a token and asks the provider for whatever it likes. */
async function openTurn(policy: TurnPolicy = { hostedTools: 'deny' }) {
  const { gateway, upstream } = await forwardTo(closing, (response) => response.end('{}'));
  const removed: (readonly HostedToolKind[])[] = [];
  const onRemoved = (kinds: readonly HostedToolKind[]) => removed.push(kinds);
  const recorder = createCassetteRecorder();
  const pass = gateway.admit({ policy: { ...policy, onRemoved }, record: recorder });
  const headers = bearer(pass.token);
  return {
    upstream,
    removed,
    recorder,
    pass,
    /** The answer, and what the provider got of it. */
    async send(body: unknown, options: Ask = {}) {
      const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const before = upstream.seen.length;
      const sent = { ...options, headers: { ...headers, ...options.headers }, body: text };
      const answer = await ask(gateway, sent);
      const seen = upstream.seen.at(before);
      return { ...answer, seen, got: seen && seen.body !== '' ? JSON.parse(seen.body) : undefined };
    },
  };
}

const functionTool = { type: 'function', name: 'shell', parameters: { type: 'object' } };
const openaiHosted = [
  { type: 'web_search' },
  { type: 'web_search_preview_2025_03_11' },
  { type: 'mcp', server_label: 'x', server_url: 'https://evil.example/mcp' },
  { type: 'mcp', server_label: 'x', connector_id: 'connector_dropbox' },
  { type: 'code_interpreter', container: { type: 'auto' } },
  { type: 'file_search', vector_store_ids: ['vs_1'] },
  { type: 'computer_use_preview' },
  { type: 'image_generation' },
  { type: 'shell', environment: { type: 'container_auto' } },
  { type: 'shell' },
  { type: 'something_new', url: 'https://evil.example' },
  { type: 'MCP', server_url: 'https://evil.example' },
  { server_url: 'https://evil.example' },
  { type: ['mcp'], server_url: 'https://evil.example' },
  'mcp',
];

describe('hosted tools that are denied', () => {
  test.each(openaiHosted)(
    'OpenAI: %j is taken out, what the client executes stays',
    async (tool) => {
      const { send } = await openTurn();
      const kept = [
        functionTool,
        { type: 'custom', name: 'apply_patch' },
        { type: 'local_shell' },
        { type: 'shell', environment: { type: 'local' } },
      ];
      const nested = { type: 'namespace', name: 'n', tools: [functionTool, tool] };
      const offered = { type: 'additional_tools', tools: [nested, tool] };
      const { status, got } = await send({
        model: 'm',
        store: false,
        input: [offered, { type: 'additional_tools', tools: [tool] }, user('Hi')],
        tools: [...kept, tool, { type: 'namespace', name: 'all', tools: [tool] }],
      });
      expect(status).toBe(200);
      expect(got).toEqual({
        model: 'm',
        store: false,
        input: [{ ...offered, tools: [{ ...nested, tools: [functionTool] }] }, user('Hi')],
        tools: kept,
      });
    },
  );

  test.each([
    { type: 'web_search_20250305', name: 'web_search' },
    { type: 'web_fetch_20260209', name: 'web_fetch' },
    { type: 'code_execution_20250825', name: 'code_execution' },
    { type: 'mcp_toolset', mcp_server_name: 'x' },
    { type: 'advisor_20260301', name: 'advisor', model: 'claude-opus-4-1' },
    { type: 'bash_20250124_x', name: 'bash' },
  ])('Anthropic: %j is taken out, what the client executes stays', async (tool) => {
    const { send } = await openTurn();
    const kept = [
      { name: 'Bash', input_schema: { type: 'object' } },
      { type: 'custom', name: 'x', input_schema: {} },
      { type: 'bash_20250124', name: 'bash' },
      { type: 'text_editor_20250728', name: 'edit' },
      { type: 'memory_20250818', name: 'memory' },
      { type: 'computer_20250124', name: 'computer' },
    ];
    const { status, got } = await send(
      {
        model: 'm',
        messages: [{ role: 'user', content: 'Hi' }],
        mcp_servers: [{ type: 'url', url: 'https://evil.example/mcp', name: 'x' }],
        container: { skills: [{ skill_id: 'pdf' }] },
        fallbacks: [{ model: 'claude-opus-4-1' }],
        // A caller that is gone must not be named either.
        tools: [...kept, tool].map((one) => ({ ...one, allowed_callers: ['direct', tool.name] })),
        tool_choice: { type: 'tool', name: tool.name ?? 'x', disable_parallel_tool_use: true },
      },
      { path: '/v1/messages' },
    );
    expect(status).toBe(200);
    expect(Object.keys(got).toSorted()).toEqual(['messages', 'model', 'tool_choice', 'tools']);
    expect(got.tools).toEqual(kept);
    if (tool.name === undefined || tool.name === 'bash') return;
    expect(got.tool_choice).toEqual({ type: 'auto', disable_parallel_tool_use: true });
  });

  test.each([
    'googleSearch',
    'google_search',
    'googleSearchRetrieval',
    'urlContext',
    'url_context',
    'codeExecution',
    'fileSearch',
    'googleMaps',
    'computerUse',
    'mcpServers',
    'constructor',
    'somethingNew',
  ])('Gemini: %s is taken out, functions stay', async (name) => {
    const { send } = await openTurn();
    const functionDeclarations = [{ name: 'run' }];
    const request = {
      contents: [{ parts: [{ text: 'Hi' }] }],
      toolConfig: { functionCallingConfig: { mode: 'AUTO' }, retrievalConfig: { a: 1 } },
      tools: [{ functionDeclarations, [name]: {} }, { [name]: {} }],
    };
    const { got } = await send(request, { path: GEMINI });
    const left = {
      ...request,
      toolConfig: { functionCallingConfig: { mode: 'AUTO' } },
      tools: [{ functionDeclarations }],
    };
    expect(got).toEqual(left);
    const counted = { generateContentRequest: { model: 'models/gemini-2.5-pro', ...request } };
    const path = GEMINI.replace('generateContent', 'countTokens');
    expect((await send(counted, { path })).got).toEqual({
      generateContentRequest: { model: 'models/gemini-2.5-pro', ...left },
    });
  });

  test('what named a tool that is gone names it no more, and a request without tools has no choice', async () => {
    const { send } = await openTurn();
    const search = { type: 'web_search' };
    const choices = [
      [{ type: 'web_search' }, 'auto'],
      [{ type: 'mcp', server_label: 'x' }, 'auto'],
      [
        { type: 'function', name: 'shell' },
        { type: 'function', name: 'shell' },
      ],
      [{ type: 'allowed_tools', mode: 'required', tools: [search] }, 'auto'],
      [
        { type: 'allowed_tools', mode: 'required', tools: [search, functionTool] },
        { type: 'allowed_tools', mode: 'required', tools: [functionTool] },
      ],
    ];
    for (const [tool_choice, left] of choices) {
      const include = ['web_search_call.action.sources', 'reasoning.encrypted_content'];
      const body = {
        model: 'm',
        store: false,
        tools: [functionTool, search],
        tool_choice,
        include,
      };
      expect((await send(body)).got).toMatchObject({
        tools: [functionTool],
        tool_choice: left,
        include: ['reasoning.encrypted_content'],
      });
    }
    const alone = { model: 'm', store: false, tools: [search], tool_choice: 'required' };
    expect((await send(alone)).got).toEqual({ model: 'm', store: false });
    const claude = { model: 'm', tools: [{ type: 'web_search_20250305', name: 'web_search' }] };
    const choice = { ...claude, tool_choice: { type: 'tool', name: 'web_search' } };
    expect((await send(choice, { path: '/v1/messages' })).got).toEqual({ model: 'm' });
    const gemini = { tools: [{ googleSearch: {} }], toolConfig: { functionCallingConfig: {} } };
    expect((await send(gemini, { path: GEMINI })).got).toEqual({});
  });

  test('each kind is reported once a turn, and the recorder gets what was sent', async () => {
    const { send, removed, recorder } = await openTurn();
    const body = { model: 'm', store: false, tools: [functionTool, { type: 'web_search' }] };
    for (let count = 0; count < 3; count += 1) await send(body);
    await send({ ...body, tools: [{ type: 'mcp', server_url: 'x' }, { type: 'web_search' }] });
    expect(removed).toEqual([['web_search'], ['mcp']]);
    expect(JSON.stringify(recorder.cassette())).not.toContain('web_search');
  });

  test('a list allows just what it names', async () => {
    const { send } = await openTurn({ hostedTools: ['web_search'] });
    const search = { type: 'web_search', external_web_access: true };
    const mcp = { type: 'mcp', server_url: 'https://evil.example' };
    const { got } = await send({ model: 'm', store: false, tools: [search, mcp] });
    expect(got.tools).toEqual([search]);
    const google = { tools: [{ googleSearch: {} }, { urlContext: {} }] };
    expect((await send(google, { path: GEMINI })).got.tools).toEqual([{ googleSearch: {} }]);
  });

  test('what has nothing to be taken out goes upstream byte for byte', async () => {
    const { send, removed } = await openTurn();
    const text = ` {"model" : "m",\n"store":false, "tools":[{"type":"function","name":"a","parameters":{"x":1e400,"y":12345678901234567890}}]}`;
    expect((await send(text)).seen?.body).toBe(text);
    expect(removed).toEqual([]);
  });

  test('where all is allowed nothing is taken out', async () => {
    const { send } = await openTurn({ hostedTools: 'allow' });
    const body = {
      model: 'm',
      tools: openaiHosted,
      conversation: 'conv_1',
      plugins: [{ id: 'web' }],
      input: [{ type: 'item_reference', id: 'x' }],
    };
    expect((await send(body)).got).toEqual(body);
  });
});

const picture = (image_url: unknown) => ({
  role: 'user',
  content: [{ type: 'input_image', image_url }],
});
const block = (source: unknown) => ({ role: 'user', content: [{ type: 'image', source }] });
const part = (fileData: unknown) => ({ contents: [{ parts: [fileData] }] });

test.each<[path: string, body: unknown]>([
  ['/v1/responses', { input: [picture('https://evil.example/?data')] }],
  ['/v1/responses', { input: [picture(' HTTP://evil.example')] }],
  ['/v1/responses', { input: [picture({ url: 'gopher://evil.example' })] }],
  [
    '/v1/responses',
    { input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'x' }] }] },
  ],
  ['/v1/responses', { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] }],
  [
    '/v1/responses',
    { input: [{ type: 'function_call_output', output: [{ image_url: 'https://evil.example' }] }] },
  ],
  ['/v1/responses', { input: [{ type: 'item_reference', id: 'msg_1' }] }],
  ['/v1/responses', { previous_response_id: 'resp_1' }],
  ['/v1/responses', { conversation: 'conv_1' }],
  ['/v1/responses', { prompt: { id: 'pmpt_1' } }],
  ['/v1/responses/compact', { previous_response_id: 'resp_1' }],
  ['/v1/messages', { messages: [block({ type: 'url', url: 'https://evil.example' })] }],
  ['/v1/messages', { messages: [block({ type: 'file', file_id: 'file_1' })] }],
  ['/v1/messages', { messages: [{ content: [{ type: 'container_upload', file_id: 'f' }] }] }],
  [
    '/v1/messages',
    {
      messages: [{ content: [{ type: 'tool_result', content: [block({ type: 'url' }).content] }] }],
    },
  ],
  [
    '/v1/messages/count_tokens',
    { messages: [block({ type: 'url', url: 'https://evil.example' })] },
  ],
  [GEMINI, part({ fileData: { fileUri: 'https://evil.example' } })],
  [GEMINI, part({ file_data: { file_uri: 'gs://x/y' } })],
  [GEMINI, part({ functionResponse: { name: 'x', parts: [{ fileData: {} }] } })],
  [GEMINI, { cachedContent: 'cachedContents/1' }],
  [GEMINI, { cached_content: 'cachedContents/1' }],
])('an input that the provider would fetch is refused: %s %j', async (path, body) => {
  const { send, upstream } = await openTurn();
  const answer = await send(body, { path });
  expect(answer.status).toBe(400);
  expect(answer.body).toContain('may not have its provider fetch');
  expect(upstream.seen).toEqual([]);
  const free = await openTurn({ hostedTools: 'allow' });
  expect((await free.send(body, { path })).got).toEqual(body);
});

test('pictures and files that stand in the request itself stay', async () => {
  const { send } = await openTurn();
  const data = 'data:image/png;base64,AAAA';
  const openai = {
    model: 'm',
    store: false,
    input: [
      picture(data),
      picture(null),
      { role: 'user', content: [{ type: 'input_file', file_data: data, filename: 'a.pdf' }] },
      { type: 'function_call', name: 'x', arguments: '{"image_url":"https://example.org"}' },
      { role: 'assistant', content: [{ annotations: [{ url: 'https://example.org' }] }] },
    ],
    tools: [{ ...functionTool, parameters: { properties: { image_url: { default: 'http:' } } } }],
  };
  expect((await send(openai)).got).toEqual(openai);
  const claude = {
    model: 'm',
    messages: [
      block({ type: 'base64', media_type: 'image/png', data: 'AAAA' }),
      block({ type: 'content', content: [{ type: 'text', text: 'x' }] }),
      { role: 'assistant', content: [{ type: 'tool_use', input: { source: { type: 'url' } } }] },
    ],
  };
  expect((await send(claude, { path: '/v1/messages' })).got).toEqual(claude);
  const gemini = {
    contents: [
      { parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }] },
      { parts: [{ functionCall: { name: 'x', args: { fileData: 'mine' } } }] },
    ],
  };
  expect((await send(gemini, { path: GEMINI })).got).toEqual(gemini);
});

test.each([
  [{}, false],
  [{ store: true }, false],
  [{ store: null }, false],
  [{ store: 'yes' }, false],
])('the provider keeps no answer where that is denied: %j', async (fields, store) => {
  const { send, removed } = await openTurn();
  expect((await send({ model: 'm', ...fields })).got).toEqual({ model: 'm', store });
  expect(removed).toEqual([]);
  const free = await openTurn({ hostedTools: ['stored_content'] });
  expect((await free.send({ model: 'm', ...fields })).got).toEqual({ model: 'm', ...fields });
});

test.each(['deny', 'allow'] as const)('background is refused, tools %s', async (hostedTools) => {
  const { send, upstream } = await openTurn({ hostedTools });
  for (const background of [true, 1, 'true', {}]) {
    const answer = await send({ model: 'm', background });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error.code).toBe('background_not_allowed');
  }
  expect(upstream.seen).toEqual([]);
  expect((await send({ model: 'm', store: false, background: false })).status).toBe(200);
});

const MCP = '{"type":"mcp","server_url":"https://evil.example"}';

test.each<[what: string, body: string | Buffer, headers: Record<string, string>, status: number]>([
  ['a name that stands twice', `{"tools":[],"tools":[${MCP}]}`, {}, 400],
  ['a name that stands twice in disguise', `{"tools":[${MCP}],"t\\u006fols":[]}`, {}, 400],
  ['a name that stands twice below', `{"input":[{"tools":[${MCP}],"tools":[]}]}`, {}, 400],
  ['a byte order mark', `\ufeff{"tools":[${MCP}]}`, {}, 400],
  ['UTF-16', Buffer.from(`{"tools":[${MCP}]}`, 'utf16le'), {}, 400],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), {}, 400],
  ['a form', `tools=${MCP}`, { 'content-type': 'application/x-www-form-urlencoded' }, 400],
  ['a list', `[{"tools":[${MCP}]}]`, {}, 400],
  ['two documents', `{}\n{"tools":[${MCP}]}`, {}, 400],
  ['a comment', `{/**/"tools":[${MCP}]}`, {}, 400],
  ['a body packed with what it says', gzipSync('x'), { 'content-encoding': 'deflate' }, 400],
  ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), { 'content-encoding': 'zstd' }, 415],
  ['two packings', gzipSync(gzipSync('{}')), { 'content-encoding': 'gzip, gzip' }, 415],
  ['too deep a nesting', `{"a":${'['.repeat(300)}${']'.repeat(300)}}`, {}, 400],
])('%s is no way around', async (_what, body, headers, status) => {
  const { send, upstream } = await openTurn();
  expect((await send(body, { headers })).status).toBe(status);
  expect(upstream.seen).toEqual([]);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body packed with %s is unpacked, checked, and sent plain', async (encoding, pack) => {
  const { send } = await openTurn();
  const body = { model: 'm', store: false, tools: [functionTool, { type: 'web_search' }] };
  const headers = { 'content-encoding': encoding };
  const { got, seen } = await send(pack(JSON.stringify(body)), { headers });
  expect(got).toEqual({ ...body, tools: [functionTool] });
  expect(seen?.headers).not.toHaveProperty('content-encoding');
  const bomb = pack(Buffer.alloc(65 * 1024 * 1024, ' '));
  expect((await send(bomb, { headers })).status).toBe(413);
});

test('chunks, a wrong content type and a wrong charset change nothing', async () => {
  const { send } = await openTurn();
  const body = { model: 'm', store: false, tools: [functionTool, { type: 'web_search' }] };
  for (const headers of [
    { 'transfer-encoding': 'chunked' },
    { 'content-type': 'multipart/form-data; boundary=x' },
    { 'content-type': 'application/json; charset=utf-16' },
    { 'content-type': 'text/plain' },
  ]) {
    const { got, seen } = await send(body, { headers });
    expect(got.tools).toEqual([functionTool]);
    expect(seen?.headers['content-type']).toBe('application/json');
  }
});

test('a name of Gemini in both of its forms is refused', async () => {
  const { send, upstream } = await openTurn();
  for (const body of [
    { t_ools: [], tools: [{ googleSearch: {} }] },
    { system_instruction: {}, systemInstruction: part({ fileData: {} }) },
    { generateContentRequest: { Contents: [], contents: [] } },
  ]) {
    expect((await send(body, { path: GEMINI })).status).toBe(400);
  }
  expect(upstream.seen).toEqual([]);
});

describe('models', () => {
  const models = ['gpt-5', 'claude-haiku-*', 'gemini-2.5-*'];
  const policy = { hostedTools: 'allow', models } as const;

  test.each<[path: string, body: unknown]>([
    ['/v1/responses', { model: 'gpt-5' }],
    ['/v1/messages', { model: 'claude-haiku-4-5-20251001' }],
    [GEMINI, {}],
    [GEMINI, { model: 'models/gemini-2.5-flash' }],
  ])('what is allowed is asked: %s %j', async (path, body) => {
    const { send } = await openTurn(policy);
    expect((await send(body, { path })).status).toBe(200);
  });

  test.each<[path: string, body: unknown]>([
    ['/v1/responses', { model: 'gpt-5-pro' }],
    ['/v1/responses', { model: ['gpt-5'] }],
    ['/v1/responses', {}],
    ['/v1/responses', ''],
    ['/v1/responses', { model: 'gpt-5', models: ['gpt-5-pro'] }],
    ['/v1/responses/compact', { model: 'gpt-5-pro' }],
    ['/v1/messages', { model: 'claude-opus-4-1' }],
    ['/v1/messages', { model: 'claude-haiku-4-5:online' }],
    ['/v1/messages', { model: 'claude-haiku-4-5', fallbacks: [{ model: 'claude-opus-4-1' }] }],
    ['/v1/messages', { model: 'claude-haiku-4-5', tools: [{ model: 'claude-opus-4-1' }] }],
    ['/v1/messages/count_tokens', { model: 'claude-opus-4-1' }],
    [GEMINI.replace('2.5', '3'), {}],
    [GEMINI.replace('models', 'tunedModels'), {}],
    [GEMINI, { model: 'models/gemini-3-pro' }],
    [GEMINI, { generateContentRequest: { model: 'models/gemini-3-pro' } }],
  ])('another is refused in the shape of the provider: %s %j', async (path, body) => {
    const { send, upstream } = await openTurn(policy);
    const answer = await send(body, { path });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('model_not_allowed');
    expect(JSON.parse(answer.body).error.message).toContain('--model');
    expect(upstream.seen).toEqual([]);
  });

  test('of a family only the first that was asked is asked again', async () => {
    const { send } = await openTurn({ models: { allow: ['*-mini'], firstOf: ['gpt-*'] } });
    const ask = async (model: string) => (await send({ model })).status;
    expect(await ask('o1-pro')).toBe(400);
    expect(await ask('gpt-5-mini')).toBe(200);
    expect(await ask('gpt-6.1-sol')).toBe(200);
    expect(await ask('gpt-5-pro')).toBe(400);
    expect(await ask('gpt-6.1-sol')).toBe(200);
    expect(await ask('gpt-5-mini')).toBe(200);
  });
});

describe('headers', () => {
  test.each([
    'OpenAI-Organization',
    'OpenAI-Project',
    'X-HTTP-Method-Override',
    'X-HTTP-Method',
    'X-Method-Override',
    'X-Goog-FieldMask',
    'X-Goog-User-Project',
    'X-Goog-Upload-Protocol',
    'Cookie',
    'Forwarded',
    'X-Forwarded-Host',
    'X-Original-URL',
    'Content-Encoding',
    'Anthropic-Workspace',
    'Helicone-Target-Url',
    'X-Portkey-Provider',
    'Via',
    'Range',
  ])('%s stays here', async (name) => {
    const { send } = await openTurn({ hostedTools: 'allow' });
    for (const path of ['/v1/responses', '/v1/messages', GEMINI]) {
      const value = name === 'Content-Encoding' ? 'identity' : 'mine';
      const { seen } = await send({ model: 'm' }, { path, headers: { [name]: value } });
      expect(seen?.headers).not.toHaveProperty(name.toLowerCase());
    }
  });

  test('what agents say about themselves goes on, as they were seen to', async () => {
    const { send } = await openTurn({ hostedTools: 'allow' });
    const codex = {
      originator: 'codex_exec',
      'user-agent': 'codex_exec/0.166.0',
      accept: 'text/event-stream',
      'session-id': '1',
      'thread-id': '1',
      session_id: '1',
      conversation_id: '1',
      'x-client-request-id': '1',
      'x-codex-window-id': '1:0',
      'x-codex-turn-metadata': '{}',
      'x-codex-beta-features': 'remote_compaction_v2',
      'x-openai-internal-codex-responses-lite': 'true',
      'openai-beta': 'responses=experimental',
    };
    expect((await send({}, { headers: codex })).seen?.headers).toMatchObject(codex);
    const claude = {
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
      'x-app': 'cli',
      'x-claude-code-session-id': '1',
      'x-stainless-retry-count': '0',
      'x-session-affinity': 'ses_1',
      'x-session-id': 'ses_1',
    };
    const messages = await send({}, { path: '/v1/messages', headers: claude });
    expect(messages.seen?.headers).toMatchObject(claude);
    const gemini = { 'x-goog-api-client': 'google-genai-sdk/1.30.0', accept: '*/*' };
    const google = await send({}, { path: GEMINI, headers: gemini });
    expect(google.seen?.headers).toMatchObject(gemini);
  });

  test('betas that switch on what is denied are left out, the others stay', async () => {
    const { send } = await openTurn();
    const betas =
      'claude-code-20250219, files-api-2025-04-14,mcp-client-2025-11-20,effort-2025-11-24';
    const all = `${betas},code-execution-2025-08-25,web-fetch-2025-09-10,web-search-2025-03-05,skills-2025-10-02,advisor-tool-2026-03-01,Not A Name`;
    const headers = { 'anthropic-beta': all, 'openai-beta': 'assistants=v2' };
    const { seen } = await send({}, { path: '/v1/messages', headers });
    expect(seen?.headers['anthropic-beta']).toBe('claude-code-20250219,effort-2025-11-24');
    const none = { 'anthropic-beta': 'files-api-2025-04-14' };
    const without = await send({}, { path: '/v1/messages', headers: none });
    expect(without.seen?.headers).not.toHaveProperty('anthropic-beta');
    expect((await send({}, { headers })).seen?.headers).not.toHaveProperty('openai-beta');
    const free = await openTurn({ hostedTools: 'allow' });
    const kept = await free.send(
      {},
      { path: '/v1/messages', headers: { 'anthropic-beta': betas } },
    );
    expect(kept.seen?.headers['anthropic-beta']).toBe(betas.replace(' ', ''));
  });

  test('a beta that nobody knows goes upstream only where anything else may', async () => {
    const plain =
      'oauth-2025-04-20,interleaved-thinking-2025-05-14,fine-grained-tool-streaming-2025-05-14,context-1m-2025-08-07,prompt-caching-scope-2026-01-05,structured-outputs-2025-12-15';
    const unknown =
      'remote-shell-2027-01-01,effort-remote-2027-01-01,effort,server-side-fallback-2026-06-01';
    const headers = { 'anthropic-beta': `${plain},${unknown}` };
    for (const [hostedTools, expected] of [
      ['deny', plain],
      [['web_search'], plain],
      [['other'], `${plain},${unknown}`],
    ] as const) {
      const { send } = await openTurn({ hostedTools });
      const { seen } = await send({}, { path: '/v1/messages', headers });
      expect(seen?.headers['anthropic-beta']).toBe(expected);
    }
  });
});

describe('paths and queries', () => {
  test.each([
    ['GET', '/v1/responses/resp_1'],
    ['DELETE', '/v1/responses'],
    ['PUT', '/v1/responses'],
    ['POST', '/v1/responses/resp_1/cancel'],
    ['GET', '/v1/files'],
    ['POST', '/v1/files'],
    ['POST', '/v1/batches'],
    ['POST', '/v1/messages/batches'],
    ['POST', '/v1/vector_stores'],
    ['POST', '/v1/chat/completions'],
    ['POST', '/v1/responses/'],
    ['POST', '/v1/responses%2f..%2ffiles'],
    ['POST', '/v1/responses;/files'],
    ['POST', '/v1/./responses'],
    ['POST', '/v1/responses/../files'],
    ['POST', '/v1/%72esponses'],
    ['POST', '//v1/responses'],
    ['POST', '/v1beta/cachedContents'],
    ['POST', '/upload/v1beta/files'],
    ['POST', '/v1beta/models/m:embedContent'],
    ['POST', '/v1beta/models/m:batchEmbedContents'],
    ['POST', '/v1beta/models/m:batchGenerateContent'],
    ['POST', '/v1beta/models/a%2Fb:generateContent'],
  ])('%s %s never gets there', async (method, path) => {
    const { send, upstream } = await openTurn({ hostedTools: 'allow' });
    const answer = await send(method === 'GET' ? '' : {}, { method, path });
    expect([400, 403, 404]).toContain(answer.status);
    expect(upstream.seen).toEqual([]);
  });

  test.each([
    ['/v1/responses?api-version=v1&x=1&method=GET', '/v1/responses?api-version=v1'],
    ['/v1/messages?beta=true&beta=x', '/v1/messages?beta=true'],
    ['/v1/messages?beta=true%26x=1', '/v1/messages'],
    ['/v1/messages?beta=true?x=1', '/v1/messages'],
    [`${GEMINI}?alt=sse&alt=media&fields=candidates&$httpMethod=GET`, `${GEMINI}?alt=sse`],
    [`${GEMINI}?alt=media&alt=sse`, GEMINI],
    [`${GEMINI}?access_token=y&upload_protocol=z&uploadType=media`, GEMINI],
  ])('of the query of %s goes on what is known', async (path, expected) => {
    const { send } = await openTurn({ hostedTools: 'allow' });
    const { seen } = await send({}, { path });
    expect(seen?.url).toBe(expected);
  });
});
