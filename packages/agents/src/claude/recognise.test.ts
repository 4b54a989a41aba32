import { describe, expect, test } from 'vitest';
import { recogniseClaude } from './recognise.js';

const message = { role: 'user', content: 'hi' };

describe('a record of Claude Code', () => {
  test.each([
    { type: 'system', subtype: 'init', session_id: 's', tools: [] },
    { type: 'user', message, session_id: 's' },
    { type: 'stream_event', event: { type: 'message_stop' }, session_id: 's' },
    { type: 'result', subtype: 'success', session_id: 's' },
    { type: 'rate_limit_event', session_id: 's', uuid: 'u' },
    { type: 'control_request', request_id: 'r', request: { subtype: 'can_use_tool' } },
  ])('is live: %j', (record) => {
    expect(recogniseClaude(record)).toBe('live');
  });

  test.each([
    { type: 'user', message, uuid: 'u', sessionId: 's', parentUuid: null },
    { type: 'queue-operation', operation: 'enqueue', sessionId: 's' },
    { type: 'summary', summary: 'Fixing a test', leafUuid: 'u' },
    { type: 'file-history-snapshot', messageId: 'm', snapshot: {} },
  ])('is saved: %j', (record) => {
    expect(recogniseClaude(record)).toBe('saved');
  });

  test.each([
    { type: 'user', message },
    { type: 'result', status: 'success', stats: {} },
    { type: 'init', session_id: 's', model: 'm' },
    { sessionId: 's', projectHash: 'p' },
    { type: 'text', sessionID: 's', timestamp: 1 },
    { type: 'anything', sessionId: 's' },
    // Neither view spells its ids in both ways.
    { type: 'user', message, uuid: 'u', sessionId: 's', session_id: 's' },
    {},
  ])('is not this: %j', (record) => {
    expect(recogniseClaude(record)).toBeUndefined();
  });
});
