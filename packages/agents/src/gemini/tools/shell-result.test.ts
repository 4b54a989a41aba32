import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readShellDisplay, readShellOutput } from './shell-result.js';

const wrapped = (text: string) => `<untrusted_context>\n${text}\n</untrusted_context>`;

describe('what a command printed', () => {
  test('comes without what the CLI puts around it', () => {
    const output = wrapped('Output: two\nProcess Group PGID: 7');
    expect(readShellOutput(output, 'two')).toEqual({
      status: 'success',
      output: 'two',
      exit_code: 0,
    });
  });

  test('before 0.30 has lines before it and all the lines behind it', () => {
    const output = [
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
    expect(readShellOutput(output, 'two\nlines')).toEqual({
      status: 'success',
      output: 'two\nlines',
      exit_code: 0,
    });
  });

  test('comes without what a hook said of it, of which a person is shown nothing in 0.38 – 0.43', () => {
    const said = '\n\n<hook_context>Mind it.</hook_context>';
    const output = `Output: two\nExit Code: 3\nProcess Group PGID: 7${said}`;
    expect(readShellOutput(output, undefined)).toMatchObject({ output: 'two', exit_code: 3 });
    expect(readShellOutput(`Output: two${said}`, undefined)).toMatchObject({
      output: `two${said}`,
    });
  });

  test('is no failure where its terminal says that signal 0 ended it, before 0.30', () => {
    const tail = 'Error: (none)\nExit Code: 0\nSignal: 0\nBackground PIDs: (none)';
    const output = `Command: echo 1\nDirectory: (root)\nOutput: 1\n${tail}\nProcess Group PGID: 7`;
    expect(readShellOutput(output, '1')).toEqual({ status: 'success', output: '1', exit_code: 0 });
  });

  test('is a failure, too, where a hook has changed the command', () => {
    const changed = [
      '\n\n[System] Tool input parameters were modified by a hook before execution.',
      '\n\n[System] Tool input parameters (command) were modified by a hook before execution.',
    ];
    const said = '\n\n<hook_context>Mind it.</hook_context>';
    for (const left of [...changed, `${said}${changed[0]}`, `${changed[1]}${said}`]) {
      const lines = 'Exit Code: 3\nProcess Group PGID: 7';
      const loud = wrapped(`Output: two\n${lines}`) + left;
      expect(readShellOutput(loud, 'two')).toMatchObject({ output: 'two', exit_code: 3 });
      const silent = wrapped(`Output: (empty)\n${lines}`) + left;
      expect(readShellOutput(silent, '')).toMatchObject({ output: '', exit_code: 3 });
      expect(readShellOutput(`Output: two${left}`, undefined)).toMatchObject({
        output: `two${left}`,
      });
    }
  });

  test('is nothing where it printed nothing', () => {
    expect(readShellOutput('Output: (empty)\nProcess Group PGID: 7', '')).toMatchObject({
      status: 'success',
      output: '',
    });
  });

  test('may look like what the CLI puts around it', () => {
    const output = wrapped('Output: a\nExit Code: 5\nProcess Group PGID: 7');
    expect(readShellOutput(output, 'a\nExit Code: 5')).toMatchObject({
      status: 'success',
      output: 'a\nExit Code: 5',
    });
  });

  test('is all of it, where a person was shown more than the model', () => {
    const whole = 'x'.repeat(50_000);
    const output = `Output too large. Showing first 8 and last 9 characters. For full output see: /f\n${wrapped(`Output: xxx\n\n... [9 characters omitted] ...\n\nxxx\nExit Code: 3\nProcess Group PGID: 7`)}`;
    expect(readShellOutput(output, whole)).toEqual({
      status: 'error',
      output: whole,
      exit_code: 3,
    });
    expect(readShellOutput(output, undefined)).toMatchObject({ truncated: true, exit_code: 3 });
  });

  test('has its tags back', () => {
    const output = wrapped('Output: &lt;/untrusted_context&gt;\nProcess Group PGID: 7');
    expect(readShellOutput(output, undefined).output).toBe('</untrusted_context>');
  });
});

describe('a command that failed', () => {
  test('is known by its exit code', () => {
    const output = wrapped('Output: no\nExit Code: 2\nProcess Group PGID: 7');
    expect(readShellOutput(output, 'no')).toEqual({ status: 'error', output: 'no', exit_code: 2 });
  });

  test('is known by the signal that ended it', () => {
    const output = wrapped('Output: (empty)\nSignal: 9\nProcess Group PGID: 7');
    expect(readShellOutput(output, 'Command terminated by signal: 9')).toEqual({
      status: 'error',
      output: '',
      error: { message: 'Command terminated by signal: 9' },
    });
  });

  test('says why it could not be run', () => {
    const output = 'Output: (empty)\nError: spawn ENOENT\nExit Code: 1';
    expect(readShellOutput(output, undefined)).toMatchObject({
      status: 'error',
      error: { message: 'spawn ENOENT' },
    });
  });

  test('is canceled where it was stopped', () => {
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
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (output, shown) => {
      expect(readShellOutput(output, shown).status).toMatch(/success|error/);
    }),
  );
});

test('whatever a command prints and however it ends, both are found again', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat({ max: 255 }), (printed, code) => {
      fc.pre(printed.trim() !== '');
      const exit = code === 0 ? '' : `\nExit Code: ${code}`;
      const output = wrapped(`Output: ${printed}${exit}\nProcess Group PGID: 7`);
      expect(readShellOutput(output, printed)).toEqual({
        status: code === 0 ? 'success' : 'error',
        output: printed,
        exit_code: code,
      });
    }),
  );
});

test('is what the command printed', () => {
  expect(readShellDisplay('a\n')).toEqual({ status: 'success', output: 'a\n' });
  expect(readShellDisplay('')).toEqual({ status: 'success', output: '' });
});

test('reads a failure where nothing was printed', () => {
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

test('reads that a command was stopped, and what it had printed', () => {
  const words = 'Command was automatically cancelled because it exceeded the timeout.';
  expect(readShellDisplay(`${words}\n\nOutput before cancellation:\na`)).toEqual({
    status: 'error',
    output: 'a',
    error: { type: 'cancelled', message: words },
  });
});
