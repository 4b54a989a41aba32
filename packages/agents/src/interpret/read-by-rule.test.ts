import { describe, expect, test } from 'vitest';
import { readByRule } from './read-by-rule.js';
import { mapped, metadata, type Rules } from './rule.js';

const rules: Rules<string> = {
  said: mapped('`message`', ({ text }, id) =>
    typeof text === 'string'
      ? [{ type: 'message', role: 'assistant', content: text, id }]
      : undefined,
  ),
  ping: metadata('means nothing'),
};

describe('a record', () => {
  test('becomes what its rule makes of it', () => {
    const message = { type: 'message', role: 'assistant', content: 'Hello.', id: 'm1' };
    const read = readByRule(rules, 'said', { text: 'Hello.' }, 'm1');
    expect(read).toEqual({ native: 'said', disposition: 'mapped', events: [message] });
  });

  test('may be understood and tell nothing', () => {
    const read = readByRule(rules, 'ping', {}, 'm1', 'system/ping');
    expect(read).toEqual({ native: 'system/ping', disposition: 'metadata', events: [] });
  });

  test.each([
    ['that is not what its rule expects', 'said'],
    ['without a rule', 'sung'],
    ['named like what every object has', 'toString'],
    ['named like the prototype of objects', '__proto__'],
  ])('%s is unknown', (_, name) => {
    const read = readByRule(rules, name, { text: 1 }, 'm1');
    expect(read).toEqual({ native: name, disposition: 'unknown', events: [] });
  });
});
