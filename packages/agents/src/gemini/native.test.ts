import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { misfits, type Shape } from '../../test-inputs/native-shapes.js';
import { listAt, objectsAt } from '../interpret/json-fields.js';
import type {
  GeminiMessage,
  NoticeMessage,
  SessionDocument,
  SessionHeader,
  SetRecord,
  StreamEvent,
  TokensSummary,
  ToolCallRecord,
  UserMessage,
} from './native.js';

type Lines = {
  readonly [Type in StreamEvent['type']]: Shape<Extract<StreamEvent, { type: Type }>>;
};

const LINES: Lines = {
  init: { type: 'text', timestamp: 'text', session_id: 'text', model: 'text' },
  message: { type: 'text', timestamp: 'text', role: 'text', content: 'text', delta: 'flag?' },
  tool_use: {
    type: 'text',
    timestamp: 'text',
    tool_name: 'text',
    tool_id: 'text',
    parameters: 'object',
  },
  tool_result: {
    type: 'text',
    timestamp: 'text',
    tool_id: 'text',
    status: 'text',
    output: 'text?',
    error: 'object?',
  },
  error: { type: 'text', timestamp: 'text', severity: 'text', message: 'text' },
  result: { type: 'text', timestamp: 'text', status: 'text', error: 'object?', stats: 'object?' },
};

const HEADER: Shape<SessionHeader & Partial<SessionDocument>> = {
  sessionId: 'text',
  projectHash: 'text',
  startTime: 'text',
  lastUpdated: 'text',
  kind: 'text?',
  summary: 'text?',
  directories: 'list?',
  messages: 'list?',
};
const SET: Shape<SetRecord['$set']> = {
  sessionId: 'text?',
  projectHash: 'text?',
  startTime: 'text?',
  lastUpdated: 'text?',
  kind: 'text?',
  summary: 'text?',
  directories: 'list?',
  messages: 'list?',
};
const USER: Shape<UserMessage> = {
  id: 'text',
  timestamp: 'text',
  type: 'text',
  content: 'any',
  displayContent: 'any?',
};
const NOTICE: Shape<NoticeMessage> = USER;
const REPLY: Shape<GeminiMessage> = {
  ...USER,
  thoughts: 'list?',
  tokens: 'any?',
  model: 'text?',
  toolCalls: 'list?',
};
const MESSAGES = { user: USER, gemini: REPLY, info: NOTICE, warning: NOTICE, error: NOTICE };
const TOKENS: Shape<TokensSummary> = {
  input: 'number',
  output: 'number',
  cached: 'number',
  thoughts: 'number?',
  tool: 'number?',
  total: 'number',
};
const CALL: Shape<ToolCallRecord> = {
  id: 'text',
  name: 'text',
  args: 'object',
  result: 'any?',
  status: 'text',
  timestamp: 'text',
  agentId: 'text?',
  displayName: 'text?',
  description: 'text?',
  resultDisplay: 'any?',
  renderOutputAsMarkdown: 'flag?',
};

const recorded = recordings().filter(({ agent }) => agent === 'gemini');

function recordsOf(view: string): JsonObject[] {
  return recorded
    .filter((recording) => recording.view === view)
    .flatMap(({ bytes, path }) => {
      const text = Buffer.from(bytes()).toString('utf8').trimEnd();
      const lines = path.endsWith('.json') ? [text] : text.split('\n');
      return lines.map((line): unknown => JSON.parse(line)).filter(isJsonObject);
    });
}

test('every line that was printed is of its type', () => {
  const shapes = new Map(Object.entries(LINES));
  const found = recordsOf('live').flatMap((line) => {
    const shape = shapes.get(String(line.type));
    return shape === undefined ? [] : misfits(String(line.type), line, shape);
  });
  expect([...new Set(found)]).toEqual([]);
});

test('every record of a session file is of its type', () => {
  const found = recordsOf('saved').flatMap((record) => {
    if (typeof record.sessionId === 'string') {
      return [
        ...misfits('header', record, HEADER),
        ...objectsAt(record, 'messages').flatMap(inMessage),
      ];
    }
    if (isJsonObject(record.$set)) {
      const messages = objectsAt(record.$set, 'messages');
      return [...misfits('$set', record.$set, SET), ...messages.flatMap(inMessage)];
    }
    return typeof record.$rewindTo === 'string' ? [] : inMessage(record);
  });
  expect([...new Set(found)]).toEqual([]);
});

function inMessage(message: JsonObject): string[] {
  const type = String(message.type);
  const shape = new Map(Object.entries(MESSAGES)).get(type);
  if (shape === undefined) return [`message/${type} is in no type`];
  const tokens = isJsonObject(message.tokens) ? misfits('tokens', message.tokens, TOKENS) : [];
  const calls = listAt(message, 'toolCalls').flatMap((call) =>
    isJsonObject(call) ? misfits('call', call, CALL) : ['a call is no object'],
  );
  return [...misfits(type, message, shape), ...tokens, ...calls];
}
