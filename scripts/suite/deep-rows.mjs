// What `npm run test:deep` goes through: the rows of its table, and the tests behind each. In these a
// test may set `task.meta.count`, where it tries more than one thing.

/** @type {readonly { what: string; unit: string; files: readonly string[] }[]} */
export const deepRows = [
  {
    what: 'hostile inputs through framing, decoding and reducing',
    unit: 'inputs',
    files: ['packages/protocol/src/hostile.test.ts'],
  },
  {
    what: 'recordings in pieces give the same events',
    unit: 'cuttings',
    files: ['packages/protocol/src/framing/chunking.test.ts'],
  },
  {
    what: 'recordings are the same to a page of the AI SDK',
    unit: 'checks',
    files: ['packages/ai-sdk/src/ui/ui-recordings.test.ts'],
  },
  {
    what: 'live equals saved in fresh runs of every version',
    unit: 'scenarios',
    files: ['packages/testkit/src/views/*/law-fresh.test.ts'],
  },
  {
    what: 'usage is what the model counted',
    unit: 'scenarios',
    files: ['packages/agents/src/usage/real-usage.test.ts'],
  },
  {
    what: 'options reach every version of every CLI',
    unit: 'checks',
    files: [
      'packages/runtime/src/*-command.test.ts',
      'packages/runtime/src/*-command-servers.test.ts',
    ],
  },
  {
    what: 'whole turns of every version',
    unit: 'checks',
    files: [
      'packages/runtime/src/raw-turn.test.ts',
      'packages/runtime/src/raw-turn-end.test.ts',
      'packages/runtime/src/turn/turn-policy.test.ts',
      'packages/runtime/src/turn/turn-sessions.test.ts',
      'packages/cli/src/commands/exec/continue-session.test.ts',
      'packages/cli/src/commands/sessions/remove.test.ts',
      'packages/runtime/src/tools/caller-tools-agents.test.ts',
    ],
  },
  {
    what: 'every agent behind useChat, AG-UI and the Responses API',
    unit: 'checks',
    files: ['packages/cli/src/serve-faces.deep.test.ts'],
  },
  {
    what: "recordings read by OpenAI's client",
    unit: 'recordings',
    files: ['packages/server/src/responses/response-events.test.ts'],
  },
  {
    what: 'requests made of the OpenAPI document',
    unit: 'requests',
    files: ['packages/server/src/openapi/fuzz.test.ts'],
  },
  {
    what: 'random pages: what is set is shown, nothing private leaves',
    unit: 'pages',
    files: ['packages/browser/src/random-pages.test.ts'],
  },
  {
    what: 'names of controls that are read at once are those of the algorithm',
    unit: 'labels',
    files: ['packages/browser/src/field/plain-name.test.ts'],
  },
  {
    what: 'owners killed at every moment',
    unit: 'kill points',
    files: ['packages/runtime/src/watchdog/owner-killed.test.ts'],
  },
  {
    what: 'projects that plant settings, in every version',
    unit: 'checks',
    files: ['packages/runtime/src/project-settings-agents.deep.test.ts'],
  },
  {
    what: 'hostile agents in a repository: all arrives, nothing is run',
    unit: 'agents',
    files: ['packages/orchestrator/src/hostile-agents.test.ts'],
  },
  {
    what: 'imports killed at every run of git',
    unit: 'kill points',
    files: ['packages/orchestrator/src/import/import-work.test.ts'],
  },
];
