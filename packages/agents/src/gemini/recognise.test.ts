import { describe, expect, test } from 'vitest';
import { recogniseGemini } from './recognise.js';

const T = '2026-11-15T10:00:00.000Z';

describe('a record of Gemini CLI', () => {
  test.each([
    { type: 'init', timestamp: T, session_id: 's', model: 'm' },
    { type: 'message', timestamp: T, role: 'assistant', content: 'Hi', delta: true },
    { type: 'tool_result', timestamp: T, tool_id: 't', status: 'error' },
    { type: 'error', timestamp: T, severity: 'warning', message: 'Loop detected' },
    { type: 'result', timestamp: T, status: 'error' },
    { session_id: 's', response: 'Hi', stats: { models: {}, tools: {} } },
  ])('is live: %j', (record) => {
    expect(recogniseGemini(record)).toBe('live');
  });

  test.each([
    { sessionId: 's', projectHash: 'p', startTime: T },
    { $set: { lastUpdated: T } },
    { $rewindTo: 'm' },
    { id: 'm', timestamp: T, type: 'gemini', content: '' },
    { id: 'm', timestamp: T, type: 'info', content: 'Request cancelled.' },
  ])('is saved: %j', (record) => {
    expect(recogniseGemini(record)).toBe('saved');
  });

  test.each([
    // The events of Dragoman itself are much like its stream.
    { type: 'init', session_id: 's', modelId: 'm', ts: T },
    { type: 'message', role: 'assistant', content: 'Hi', delta: true, ts: T },
    { type: 'tool_result', tool_id: 't', status: 'error' },
    { type: 'result', subtype: 'success', session_id: 's' },
    { id: 'x', timestamp: T, instructions: null },
    { response: 'Hi', stats: {} },
    { type: 'user', sessionId: 's', projectHash: 'p' },
    {},
  ])('is not this: %j', (record) => {
    expect(recogniseGemini(record)).toBeUndefined();
  });
});
