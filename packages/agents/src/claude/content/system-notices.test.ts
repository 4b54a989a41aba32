import type { JsonObject } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import { createClaudeLive } from '../live.js';
import { createClaudeSaved } from '../saved.js';

const VIEWS = [
  ['live', createClaudeLive],
  ['saved', createClaudeSaved],
] as const;

describe.each(VIEWS)('%s', (_, create) => {
  const emit = (record: JsonObject) => create().push({ type: 'system', ...record });
  const notices = (record: JsonObject) =>
    emit(record).events.filter(({ type }) => type === 'stderr' || type === 'error');

  test.each(['content', 'message', 'text'])('a remark is emitted, from its %s', (field) => {
    const emitted = notices({ subtype: 'informational', [field]: 'Tip: rest.' });
    expect(emitted).toMatchObject([{ type: 'stderr', content: 'Tip: rest.' }]);
  });

  test.each(['prevent_continuation', 'preventContinuation'])(
    'a remark that ends the turn is said by the system, by its %s',
    (field) => {
      const content = 'Blocked by a hook.';
      const { events } = emit({ subtype: 'informational', content, uuid: 'u1', [field]: true });
      expect(events.filter(({ type }) => type === 'message')).toEqual([
        expect.objectContaining({ role: 'system', content, id: 'u1' }),
      ]);
      expect(events.filter(({ type }) => type === 'stderr')).toEqual([]);
    },
  );

  test('a remark without words is unknown', () => {
    expect(emit({ subtype: 'notification' }).disposition).toBe('unknown');
  });

  test('a warning is an error that is not fatal, if need be by its name alone', () => {
    const warning = { type: 'error', fatal: false, code: 'model_fallback' };
    const subtype = 'model_fallback';
    expect(notices({ subtype, content: 'Using another.' })).toMatchObject([
      { ...warning, message: 'Using another.' },
    ]);
    expect(notices({ subtype })).toMatchObject([{ ...warning, message: 'model fallback' }]);
  });

  test('a warning whose words are empty says nothing: the failure behind it does', () => {
    const refusal = { subtype: 'model_refusal_no_fallback', content: '' };
    expect(notices(refusal)).toEqual([]);
    expect(emit(refusal).disposition).toBe('metadata');
  });
});
