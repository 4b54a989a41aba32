import { agents, parseAgentReference } from '@dragoman/agents';
import { isJsonObject, type JournaledEvent, type JsonObject, reduce } from '@dragoman/protocol';
import { isRequestEvent } from '@dragoman/protocol/internal';
import { type AnyRequest, answerRequests, INSTALL_TIMEOUT_MS, testAgent } from '@dragoman/testkit';
import { agentViews, gapsOf, levelViews, type SessionViews, viewOf } from '@dragoman/testkit/views';
import { expect, inject, test } from 'vitest';
import { fixtureOfFile } from '../../test-inputs/turn-fixtures.js';
import { createCliRunner } from '../cli-runner.js';
import type { Turn } from '../turn/turn.js';
import { readTurnRecord } from '../turn/turn-record.js';
import { type CallerTool, callerServerName } from './caller-tool.js';
import { executeFormActions, getFormSnapshot } from './form-tools.js';

const weather: CallerTool = {
  name: 'getWeather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
};

/** With alternatives at its top, and with results of every kind. */
const echo: CallerTool = {
  name: 'echo',
  inputSchema: {
    anyOf: [
      { type: 'object', properties: { value: {} } },
      { type: 'object', properties: {} },
    ],
  },
};

const VALUES = [[{ id: 1 }, { id: 2 }], 42, true, null, '42', '[1]'];

const FIELD = {
  fieldId: 'bt:email',
  selector: '#email',
  kind: 'text',
  label: 'E-mail',
  required: true,
  currentValue: '',
};

const ACTIONS = [{ action: 'fill', fieldId: 'bt:email', value: 'ada@example.com' }];

function call(tool: string, input: JsonObject) {
  return { mcp: { server: callerServerName, tool, arguments: input } };
}

function answerTo(request: AnyRequest) {
  switch (request.type) {
    case 'snapshot_request':
      return { output: { fields: [FIELD] } };
    case 'execute_request':
      return { output: { report: { applied: 'all of them' } } };
    default: {
      const { city, value } = isJsonObject(request.input) ? request.input : {};
      if (request.tool_name === 'echo') return { output: value };
      return city === 'Troy' ? { error: 'There is no Troy.' } : { output: { city, sky: 'clear' } };
    }
  }
}

const fixture = fixtureOfFile();

test.each(['codex', 'claude', 'gemini', 'opencode'])(
  '%s calls the tools of the caller in its careful posture, and its live and saved events agree',
  async (agent) => {
    const turn = await fixture.start({
      agent,
      permission: 'default',
      tools: [weather, echo, getFormSnapshot, executeFormActions],
      script: {
        steps: [
          [call('getWeather', { city: 'Smyrna' }), call('getWeather', { city: 'Troy' })],
          call('getFormSnapshot', { instruction: 'Fill it in.' }),
          call('executeFormActions', { actions: ACTIONS, fields: [FIELD] }),
          call('getFormSnapshot', { instruction: '' }),
          ...VALUES.map((value) => call('echo', { value })),
          { say: 'Done.' },
        ],
      },
    });
    const { events } = await answerRequests(turn, answerTo);
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
    const requests = events.filter(isRequestEvent);
    expect(requests.map(({ type }) => type)).toEqual([
      'tool_request',
      'tool_request',
      'snapshot_request',
      'execute_request',
      ...VALUES.map(() => 'tool_request'),
    ]);
    expect(requests[3]).toMatchObject({ actions: ACTIONS, fields: [FIELD] });
    const answers = events.filter((event) => event.type === 'tool_answer');
    const statuses = new Map(answers.map(({ requestId, status }) => [requestId, status]));
    expect(answers).toHaveLength(requests.length);
    expect(requests.map(({ requestId }) => statuses.get(requestId)).toSorted()).toEqual([
      ...['error', 'error', 'success', 'success'],
      ...VALUES.map(() => 'success'),
    ]);
    const results = events.filter((event) => event.type === 'tool_result');
    const seen = results.map((result) => JSON.stringify(result)).join('\n');
    expect(seen).toMatch(/"success".*Smyrna/);
    expect(seen).toMatch(/"error".*There is no Troy\./);
    expect(seen).toMatch(/"success".*bt:email/);
    expect(seen).toMatch(/"error".*answer to executeFormActions was not valid: report\.applied: /);
    // Some look at the schema themselves.
    expect(seen).toMatch(/"error".*\binstruction\b/);
    expect(results.slice(-VALUES.length).map(({ status }) => status)).toEqual(
      VALUES.map(() => 'success'),
    );
    const { live, saved } = await viewsOf(turn, events);
    expect(live.blocks).toEqual(saved.blocks);
  },
  INSTALL_TIMEOUT_MS,
);

test.each(inject('isDeep') ? ['codex@0.58.0', 'gemini@0.11.3'] : [])(
  '%s has the tools, too, under a name that says whose they are',
  async (agent) => {
    const turn = await fixture.start({
      agent,
      permission: 'default',
      tools: [weather],
      script: { steps: [call('getWeather', { city: 'Smyrna' }), { say: 'Done.' }] },
    });
    const { events, receipts } = await answerRequests(turn, answerTo);
    expect(receipts).toEqual(['taken']);
    expect(events.find(({ type }) => type === 'tool_use')).toMatchObject({
      tool_name: 'mcp__caller__getWeather',
    });
    expect(events.at(-1)).toMatchObject({ type: 'end', status: 'success' });
  },
  INSTALL_TIMEOUT_MS,
);

/** The turn as it was emitted and as its session has it, without what one of them can't say. */
async function viewsOf(turn: Turn, events: readonly JournaledEvent[]): Promise<SessionViews> {
  const record = await readTurnRecord(turn.directory);
  const { name, version } = parseAgentReference(record?.agent ?? '');
  const { interpreter } = agents[name];
  const { sessions } = interpreter;
  const { gaps } = agentViews[name];
  const userHome = record?.home ?? '';
  const program = await testAgent(name);
  const env = { HOME: userHome, PATH: '/usr/bin:/bin', TMPDIR: userHome };
  const run = createCliRunner({ program, env, cwd: fixture.workspace });
  const home = sessions.home({}, userHome);
  const path = await sessions.find(turn.sessionId ?? '', { home, run });
  const saved = viewOf(await sessions.load(path ?? '', { run }));
  return levelViews({ live: viewOf(reduce(events)), saved }, gapsOf(gaps, version));
}
