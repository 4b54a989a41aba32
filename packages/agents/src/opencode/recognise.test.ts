import { describe, expect, test } from 'vitest';
import { recogniseOpencode } from './recognise.js';

describe('a record of OpenCode', () => {
  test.each([
    { type: 'step_start', timestamp: 1, sessionID: 'ses_1', part: {} },
    { type: 'error', timestamp: 1, sessionID: 'ses_1', error: {} },
  ])('is live: %j', (record) => {
    expect(recogniseOpencode(record)).toBe('live');
  });

  test.each([
    { info: { id: 'ses_1', title: 'A' }, messages: [] },
    { info: { id: 'msg_1', sessionID: 'ses_1', role: 'user' }, parts: [] },
    { id: 'ses_1', directory: '/w', title: 'A' },
  ])('is saved: %j', (record) => {
    expect(recogniseOpencode(record)).toBe('saved');
  });

  test.each([
    { type: 'text', timestamp: '2026-11-15T10:00:00.000Z', sessionID: 'ses_1' },
    { type: 'text', timestamp: 1, sessionID: 'other' },
    { info: { id: 'x' }, messages: [] },
    { info: 'ses_1', messages: [] },
    { id: 'ses_1' },
    {},
  ])('is not this: %j', (record) => {
    expect(recogniseOpencode(record)).toBeUndefined();
  });
});
