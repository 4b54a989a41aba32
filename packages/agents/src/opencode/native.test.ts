import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { misfits, type Shape } from '../../test-inputs/native-shapes.js';
import { objectAt, objectsAt } from '../interpret/json-fields.js';
import type {
  AssistantInfo,
  Part,
  RunEvent,
  SessionInfo,
  Tokens,
  ToolState,
  UserInfo,
} from './native.js';

type Lines = { readonly [Type in RunEvent['type']]: Shape<Extract<RunEvent, { type: Type }>> };
type Parts = { readonly [Type in Part['type']]: Shape<Extract<Part, { type: Type }>> };
type States = {
  readonly [Status in ToolState['status']]: Shape<Extract<ToolState, { status: Status }>>;
};

const LINE = { type: 'text', timestamp: 'number', sessionID: 'text', part: 'object' } as const;
const LINES: Lines = {
  step_start: LINE,
  text: LINE,
  reasoning: LINE,
  tool_use: LINE,
  step_finish: LINE,
  error: { type: 'text', timestamp: 'number', sessionID: 'text', error: 'object' },
};

const PART = { id: 'text', sessionID: 'text', messageID: 'text', type: 'text' } as const;
const PARTS: Parts = {
  text: {
    ...PART,
    text: 'text',
    synthetic: 'flag?',
    ignored: 'flag?',
    time: 'object?',
    metadata: 'object?',
  },
  reasoning: { ...PART, text: 'text', time: 'object', metadata: 'object?' },
  tool: { ...PART, tool: 'text', callID: 'text', state: 'object', metadata: 'object?' },
  file: {
    ...PART,
    mime: 'text',
    filename: 'text?',
    url: 'text',
    source: 'object?',
    synthetic: 'flag?',
  },
  'step-start': { ...PART, snapshot: 'text?' },
  'step-finish': {
    ...PART,
    reason: 'text',
    snapshot: 'text?',
    cost: 'number',
    tokens: 'object',
  },
  snapshot: { ...PART, snapshot: 'text' },
  patch: { ...PART, hash: 'text', files: 'list' },
  agent: { ...PART, name: 'text', source: 'object?' },
  compaction: { ...PART, auto: 'flag', overflow: 'flag?', tail_start_id: 'text?' },
  subtask: {
    ...PART,
    prompt: 'text',
    description: 'text',
    agent: 'text',
    model: 'object?',
    command: 'text?',
  },
  retry: { ...PART, attempt: 'number', error: 'object', time: 'object' },
};

const STATES: States = {
  pending: { status: 'text', input: 'object', raw: 'text' },
  running: {
    status: 'text',
    input: 'object',
    title: 'text?',
    metadata: 'object?',
    time: 'object',
  },
  completed: {
    status: 'text',
    input: 'object',
    output: 'text',
    title: 'text',
    metadata: 'object',
    time: 'object',
    attachments: 'list?',
  },
  error: { status: 'text', input: 'object', error: 'text', metadata: 'object?', time: 'object' },
};

const TOKENS: Shape<Tokens> = {
  total: 'number?',
  input: 'number',
  output: 'number',
  reasoning: 'number',
  cache: 'object',
};

const SESSION: Shape<SessionInfo> = {
  id: 'text',
  version: 'text',
  projectID: 'text',
  directory: 'text',
  path: 'text?',
  parentID: 'text?',
  title: 'text',
  slug: 'text?',
  agent: 'text?',
  model: 'object?',
  cost: 'number?',
  tokens: 'object?',
  time: 'object',
  summary: 'object?',
  permission: 'list?',
  share: 'object?',
  revert: 'object?',
};

const USER: Shape<UserInfo> = {
  id: 'text',
  sessionID: 'text',
  role: 'text',
  time: 'object',
  agent: 'text?',
  model: 'object?',
  summary: 'object?',
  system: 'text?',
  tools: 'object?',
};
const ASSISTANT: Shape<AssistantInfo> = {
  id: 'text',
  sessionID: 'text',
  role: 'text',
  parentID: 'text',
  time: 'object',
  providerID: 'text',
  modelID: 'text',
  mode: 'text',
  agent: 'text?',
  path: 'object',
  cost: 'number',
  tokens: 'object',
  summary: 'flag?',
  finish: 'text?',
  error: 'object?',
  structured: 'any?',
};

const recorded = recordings().filter(({ agent }) => agent === 'opencode');
const textsOf = (view: string) =>
  recorded
    .filter((recording) => recording.view === view)
    .map(({ bytes }) => Buffer.from(bytes()).toString('utf8').trimEnd());
const parsed = (text: string): JsonObject => {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
};

function inPart(part: JsonObject): string[] {
  const type = String(part.type);
  const shape = new Map(Object.entries(PARTS)).get(type);
  if (shape === undefined) return [`part/${type} is in no type`];
  const state = type === 'tool' ? objectAt(part, 'state') : undefined;
  const status = String(state?.status);
  const stateShape = new Map(Object.entries(STATES)).get(status);
  const tokens = objectAt(part, 'tokens');
  return [
    ...misfits(type, part, shape),
    ...(state && stateShape ? misfits(status, state, stateShape) : []),
    ...(tokens ? misfits('tokens', tokens, TOKENS) : []),
  ];
}

test('every line that was printed is of its type', () => {
  const lines = textsOf('live').flatMap((text) => text.split('\n').map(parsed));
  const found = lines.flatMap((line) => {
    const type = String(line.type);
    const shape = new Map(Object.entries(LINES)).get(type);
    if (shape === undefined) return [`${type} is in no type`];
    const part = objectAt(line, 'part');
    return [...misfits(type, line, shape), ...(part ? inPart(part) : [])];
  });
  expect([...new Set(found)]).toEqual([]);
});

test('every part, message and session that was exported is of its type', () => {
  const found = textsOf('saved').flatMap((text) => {
    const document = parsed(text);
    return [
      ...misfits('session', objectAt(document, 'info') ?? {}, SESSION),
      ...objectsAt(document, 'messages').flatMap(inMessage),
    ];
  });
  expect([...new Set(found)]).toEqual([]);
});

function inMessage(message: JsonObject): string[] {
  const info = objectAt(message, 'info') ?? {};
  const own =
    info.role === 'user' ? misfits('user', info, USER) : misfits('assistant', info, ASSISTANT);
  return [...own, ...objectsAt(message, 'parts').flatMap(inPart)];
}
