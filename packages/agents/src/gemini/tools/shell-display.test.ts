import { expect, test } from 'vitest';
import { readShellDisplay } from './shell-display.js';

test('is what the command printed', () => {
  expect(readShellDisplay('a\n')).toEqual({ status: 'success', output: 'a\n' });
  expect(readShellDisplay('')).toEqual({ status: 'success', output: '' });
});

test('tells of a failure where nothing was printed', () => {
  expect(readShellDisplay('Command exited with code: 1')).toEqual({
    status: 'error',
    output: '',
    exit_code: 1,
  });
  expect(readShellDisplay('Command terminated by signal: 9')).toEqual({
    status: 'error',
    output: '',
    error: { message: 'Command terminated by signal: 9' },
  });
});

test('tells of a command that was stopped, and what it had printed', () => {
  const words = 'Command was automatically cancelled because it exceeded the timeout.';
  expect(readShellDisplay(`${words}\n\nOutput before cancellation:\na`)).toEqual({
    status: 'error',
    output: 'a',
    error: { type: 'cancelled', message: words },
  });
});
