import { type FreshScenarios, resumed } from './scenario.js';
import { DOT, toolServer } from './tool-server.js';

const BEGIN = { prompt: 'begin' };

const mcp = (tool: string, args: Readonly<Record<string, unknown>> = {}) => ({
  mcp: { server: 'demo', tool, arguments: { ...args } },
});

/** Sessions that go wrong and go on, and replies that are no ordinary ones. */
export const codexSessionScenarios: FreshScenarios = {
  'a sealed thought': {
    onlyDeep: true,
    steps: [
      [{ think: 'hidden', sealed: true }, { say: 'Look.' }, { run: 'echo 1' }],
      [{ think: 'shown' }, { think: 'hidden', sealed: true }, { say: 'Done.' }],
      [{ think: ['a', 'b'], sealed: true }, { say: 'Again.' }],
    ],
    turns: [BEGIN, resumed('go on')],
  },
  'the earlier name of `--json`': {
    onlyDeep: true,
    agents: { codex: '0.42.0' },
    steps: [[{ think: 'Let me look.' }, { run: 'echo 1' }], { say: 'One.' }],
    turns: [{ prompt: 'begin', extraArgs: ['--experimental-json'] }],
  },
  'a compaction in each turn': {
    onlyDeep: true,
    // Before 0.74, a resumed session above the limit asks for more replies than a script has.
    agents: { codex: '0.74.0' },
    steps: [
      { actions: [{ say: 'One.' }, { run: 'echo 1' }], usage: { input: 50_000 } },
      { actions: [{ say: 'Said.' }], times: 8 },
    ],
    turns: [
      { prompt: 'begin', codex: { settings: { model_auto_compact_token_limit: 30_000 } } },
      resumed('go on', { codex: { settings: { model_auto_compact_token_limit: 500 } } }),
    ],
  },
  'images in a resumed session': {
    onlyDeep: true,
    files: { 'dot.png': DOT },
    steps: [
      { say: 'Hello.' },
      [{ say: 'I look.' }, { tool: { name: 'view_image', arguments: { path: 'dot.png' } } }],
      { say: 'A dot.' },
    ],
    turns: [BEGIN, resumed('What is it?', { images: ['dot.png'] })],
  },
  'calls of tool servers that go wrong': {
    onlyDeep: true,
    files: toolServer.files,
    steps: [
      [
        mcp('text', { q: 'a "plum"\n👩‍👩‍👧', deep: { list: [1, null, 'x'] } }),
        mcp('fail'),
        { run: 'echo 1' },
      ],
      { say: 'Called.' },
    ],
    turns: [{ prompt: 'begin', mcpServers: toolServer.servers }],
  },
  'a tool that its server does not have': {
    onlyDeep: true,
    // Before, nothing that an MCP call gave back was printed, and so no refusal can be told from it.
    agents: { codex: '0.53.0' },
    files: toolServer.files,
    steps: [{ tool: { name: 'mcp__demo__nowhere', arguments: {} } }, { say: 'Called.' }],
    turns: [{ prompt: 'begin', mcpServers: toolServer.servers }],
  },
  'words that are no letters': {
    onlyDeep: true,
    steps: [
      [{ think: '' }, { say: 'A NUL \u0000, a \uFEFF and a \u2028.' }, { run: 'echo 1' }],
      [{ think: '\n' }, { say: '' }, { run: 'echo 2' }],
      { say: '```json\n{"a": "\\ud83d"}\n```\r\n' },
    ],
  },
  'a schema in a resumed session': {
    onlyDeep: true,
    steps: [
      [{ say: 'First I look.' }, { run: 'echo 1' }],
      { say: '{"answer":1}' },
      { say: '{"answer":2}' },
    ],
    turns: [
      {
        prompt: 'answer',
        outputSchema: {
          type: 'object',
          properties: { answer: { type: 'number' } },
          required: ['answer'],
          additionalProperties: false,
        },
      },
      resumed('again'),
    ],
  },
};
