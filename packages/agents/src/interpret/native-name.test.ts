import { expect, test } from 'vitest';
import { nativeName } from './native-name.js';

test('a name stays as it is, and one as long as a file is cut', () => {
  expect(nativeName('event_msg/token_count')).toBe('event_msg/token_count');
  expect(nativeName('x'.repeat(1e6))).toBe(`${'x'.repeat(100)}…`);
});
