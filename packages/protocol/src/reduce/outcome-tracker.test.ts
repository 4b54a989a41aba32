import { describe, expect, test } from 'vitest';
import { say } from '../../test-inputs/event-makers.js';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { reduce } from './reducer.js';

const failed: DragomanEvent = { type: 'turn', status: 'failed', error: { message: 'boom' } };

describe('the outcome', () => {
  test('is what the end says, with the evidence', () => {
    const end: DragomanEvent = {
      type: 'end',
      status: 'timeout',
      exit_code: null,
      signal: 'SIGKILL',
      reason: 'too slow',
    };
    expect(reduce([end]).outcome).toEqual({
      status: 'timeout',
      signal: 'SIGKILL',
      reason: 'too slow',
    });
    expect(reduce([{ type: 'end', status: 'success', exit_code: 0 }]).outcome).toEqual({
      status: 'success',
      exitCode: 0,
    });
  });

  test('without an end is a failure the agent reported', () => {
    expect(reduce([failed]).outcome).toEqual({ status: 'failed', reason: 'boom' });
    expect(reduce([{ type: 'error', message: 'no key', fatal: true }]).outcome).toEqual({
      status: 'failed',
      reason: 'no key',
    });
    expect(reduce([{ type: 'turn', status: 'aborted' }]).outcome).toEqual({ status: 'canceled' });
  });

  test('is success only on the word of the agent, and never over a failure', () => {
    const completed: DragomanEvent = { type: 'turn', status: 'completed' };
    expect(reduce([say('Done.')]).outcome).toBeUndefined();
    expect(reduce([say('Done.'), completed]).outcome).toEqual({ status: 'success' });
    expect(reduce([failed, completed]).outcome?.status).toBe('failed');
    expect(reduce([completed, failed]).outcome?.status).toBe('failed');
    expect(reduce([completed, { type: 'end', status: 'timeout' }]).outcome?.status).toBe('timeout');
  });

  test('is not changed by a second end', () => {
    const ends: DragomanEvent[] = [
      { type: 'end', status: 'failed' },
      { type: 'end', status: 'success' },
    ];
    expect(reduce(ends).outcome?.status).toBe('failed');
  });

  test('is that of the latest turn', () => {
    const started: DragomanEvent = { type: 'turn', status: 'started' };
    expect(reduce([failed, started]).outcome).toBeUndefined();
    expect(reduce([failed, started, { type: 'end', status: 'success' }]).outcome?.status).toBe(
      'success',
    );
    expect(reduce([{ type: 'end', status: 'failed' }, { type: 'init' }]).outcome).toBeUndefined();
  });

  test('survives a start that comes after the failure of the same turn', () => {
    const error: DragomanEvent = { type: 'error', message: 'no key', fatal: true };
    const started: DragomanEvent = { type: 'turn', status: 'started' };
    expect(reduce([{ type: 'init' }, error, started]).outcome).toEqual({
      status: 'failed',
      reason: 'no key',
    });
    expect(reduce([started, error, started]).outcome).toBeUndefined();
  });

  test('survives an init that comes late in a turn', () => {
    expect(reduce([failed, { type: 'init', modelId: 'm' }]).outcome?.status).toBe('failed');
  });
});
