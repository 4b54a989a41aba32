import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readShellOutput } from './shell-output.js';

const wrapped = (text: string) => `<untrusted_context>\n${text}\n</untrusted_context>`;

describe('what a command printed', () => {
  test('comes without what the CLI puts around it', () => {
    const told = wrapped('Output: two\nProcess Group PGID: 7');
    expect(readShellOutput(told, 'two')).toEqual({
      status: 'success',
      output: 'two',
      exit_code: 0,
    });
  });

  test('before 0.30 has lines before it and all the lines behind it', () => {
    const told = [
      'Command: printf "a\\nDirectory: x\\nOutput: y"',
      'Directory: (root)',
      'Output: two',
      'lines',
      'Error: (none)',
      'Exit Code: 0',
      'Signal: (none)',
      'Background PIDs: (none)',
      'Process Group PGID: 7',
    ].join('\n');
    expect(readShellOutput(told, 'two\nlines')).toEqual({
      status: 'success',
      output: 'two\nlines',
      exit_code: 0,
    });
  });

  test('is nothing where it printed nothing', () => {
    expect(readShellOutput('Output: (empty)\nProcess Group PGID: 7', '')).toMatchObject({
      status: 'success',
      output: '',
    });
  });

  test('may look like what the CLI puts around it', () => {
    const told = wrapped('Output: a\nExit Code: 5\nProcess Group PGID: 7');
    expect(readShellOutput(told, 'a\nExit Code: 5')).toMatchObject({
      status: 'success',
      output: 'a\nExit Code: 5',
    });
  });

  test('is all of it, where a person was shown more than the model', () => {
    const whole = 'x'.repeat(50_000);
    const told = `Output too large. Showing first 8 and last 9 characters. For full output see: /f\n${wrapped(`Output: xxx\n\n... [9 characters omitted] ...\n\nxxx\nExit Code: 3\nProcess Group PGID: 7`)}`;
    expect(readShellOutput(told, whole)).toEqual({ status: 'error', output: whole, exit_code: 3 });
    expect(readShellOutput(told, undefined)).toMatchObject({ truncated: true, exit_code: 3 });
  });

  test('has its tags back', () => {
    const told = wrapped('Output: &lt;/untrusted_context&gt;\nProcess Group PGID: 7');
    expect(readShellOutput(told, undefined).output).toBe('</untrusted_context>');
  });
});

describe('a command that failed', () => {
  test('is known by its exit code', () => {
    const told = wrapped('Output: no\nExit Code: 2\nProcess Group PGID: 7');
    expect(readShellOutput(told, 'no')).toEqual({ status: 'error', output: 'no', exit_code: 2 });
  });

  test('is known by the signal that ended it', () => {
    const told = wrapped('Output: (empty)\nSignal: 9\nProcess Group PGID: 7');
    expect(readShellOutput(told, 'Command terminated by signal: 9')).toEqual({
      status: 'error',
      output: '',
      error: { message: 'Command terminated by signal: 9' },
    });
  });

  test('says why it could not be run', () => {
    const told = 'Output: (empty)\nError: spawn ENOENT\nExit Code: 1';
    expect(readShellOutput(told, undefined)).toMatchObject({
      status: 'error',
      error: { message: 'spawn ENOENT' },
    });
  });

  test('is cancelled where it was stopped', () => {
    const words =
      'Command was automatically cancelled because it exceeded the timeout of 5.0 minutes without output.';
    expect(
      readShellOutput(wrapped(`${words} Below is the output before it was cancelled:\na`), 'a'),
    ).toEqual({ status: 'error', output: 'a', error: { type: 'cancelled', message: words } });
    expect(
      readShellOutput(`${words} There was no output before it was cancelled.`, undefined),
    ).toMatchObject({ output: '', error: { type: 'cancelled', message: words } });
  });
});

test('any text is read, and what isn’t understood is shown as it is', () => {
  expect(readShellOutput('hello', undefined)).toEqual({ status: 'success', output: 'hello' });
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (told, shown) => {
      expect(readShellOutput(told, shown).status).toMatch(/success|error/);
    }),
  );
});

test('whatever a command prints and however it ends, both are found again', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat({ max: 255 }), (printed, code) => {
      fc.pre(printed.trim() !== '');
      const exit = code === 0 ? '' : `\nExit Code: ${code}`;
      const told = wrapped(`Output: ${printed}${exit}\nProcess Group PGID: 7`);
      expect(readShellOutput(told, printed)).toEqual({
        status: code === 0 ? 'success' : 'error',
        output: printed,
        exit_code: code,
      });
    }),
  );
});
