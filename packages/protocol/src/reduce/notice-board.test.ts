import { describe, expect, test } from 'vitest';
import type { DragomanEvent } from '../event/dragoman-event.js';
import { reduce } from './reducer.js';

const failed: DragomanEvent = { type: 'turn', status: 'failed', error: { message: 'boom' } };

describe('notices', () => {
  test('say once what the agent reports twice', () => {
    const error: DragomanEvent = { type: 'error', message: 'boom', fatal: true };
    for (const events of [
      [error, failed],
      [failed, error],
    ]) {
      const { messages, errors } = reduce(events);
      expect(messages.map((message) => message.content)).toEqual([
        [{ type: 'notice', kind: 'error', text: 'boom' }],
      ]);
      expect(errors).toMatchObject([{ message: 'boom', fatal: true }]);
    }
  });

  test('report a failure although a warning has used its words', () => {
    const warning: DragomanEvent = { type: 'error', message: 'boom', fatal: false };
    const { messages, errors } = reduce([warning, failed]);
    expect(messages.flatMap((message) => message.content)).toEqual([
      { type: 'notice', kind: 'warning', text: 'boom' },
      { type: 'notice', kind: 'error', text: 'boom' },
    ]);
    expect(errors.map(({ fatal }) => fatal)).toEqual([false, true]);
  });

  test('say once what is reported before and after the turn has started', () => {
    const error: DragomanEvent = { type: 'error', message: 'boom', fatal: true };
    const started: DragomanEvent = { type: 'turn', status: 'started' };
    expect(reduce([{ type: 'init' }, error, started, failed]).errors).toEqual([
      { message: 'boom', fatal: true },
    ]);
  });

  test('report a failure that the turn before has reported too', () => {
    const error: DragomanEvent = { type: 'error', message: 'boom', fatal: true };
    const end: DragomanEvent = { type: 'end', status: 'failed' };
    expect(reduce([failed, end, { type: 'init' }, error, end]).errors).toHaveLength(2);
    expect(reduce([error, end, { type: 'init' }, failed, end]).errors).toHaveLength(2);
  });

  test('keep two equal warnings as two', () => {
    const warning: DragomanEvent = { type: 'error', message: 'odd setting', fatal: false };
    const { messages } = reduce([warning, warning]);
    expect(messages).toMatchObject([
      { role: 'system', content: [{ kind: 'warning' }] },
      { role: 'system', content: [{ kind: 'warning' }] },
    ]);
    expect(messages[0]?.id).not.toBe(messages[1]?.id);
  });

  test('report aborted turns, interruptions and compactions', () => {
    const { messages } = reduce([
      { type: 'turn', status: 'aborted', reason: 'interrupted' },
      { type: 'turn', status: 'aborted' },
      { type: 'compaction', summary: 'So far' },
    ]);
    expect(messages.flatMap((message) => message.content)).toEqual([
      { type: 'notice', kind: 'interrupted', text: 'interrupted' },
      { type: 'notice', kind: 'aborted', text: 'The turn was aborted.' },
      { type: 'notice', kind: 'compacted', text: 'So far' },
    ]);
  });
});
