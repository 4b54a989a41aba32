import { DragomanError } from '@dragoman/protocol';
import type { TurnSettings } from '@dragoman/runtime';
import { isSecretVariable } from '@dragoman/runtime/internal';
import type { GivenExecOptions } from '../../program/given-options.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

type Given = Pick<TurnSettings, 'mounts' | 'env' | 'path' | 'repository'>;

/**
 * What the agent is given beside the workspace. A variable with a secret that is given on the command line
 * is asked about once more: the agent can send it to its model's provider. A file that the user
 * wrote, or agreed to, needs no second word.
 */
export async function chooseGiven(
  options: GivenExecOptions,
  flags: GivenExecOptions,
  terminal: Terminal,
): Promise<Given> {
  const { mount = [], path = [], hideRepository } = options;
  const typed = variables(flags.env);
  const secrets = Object.keys(typed).filter((name) => isSecretVariable(name, typed[name] ?? ''));
  if (secrets.length > 0 && !flags.yesSecretEnv) await askAbout(secrets, terminal);
  return {
    ...(mount.length > 0 && { mounts: mount.map(mountOf) }),
    ...(path.length > 0 && { path }),
    ...(options.env !== undefined && { env: variables(options.env) }),
    ...(hideRepository && { repository: 'hide' as const }),
  };
}

function mountOf(text: string): { path: string; access: 'read' | 'write' } {
  const [, path = text, mode] = /^(.+):(rw|ro)$/.exec(text) ?? [];
  return { path, access: mode === 'rw' ? 'write' : 'read' };
}

function variables(given: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const equals = text.indexOf('=');
      if (equals > 0) return [text.slice(0, equals), text.slice(equals + 1)];
      const value = process.env[text];
      if (value !== undefined) return [text, value];
      throw new DragomanError(
        'env_missing',
        `${text} is not set here: set it, or give its value: --env ${text}=…`,
      );
    }),
  );
}

async function askAbout(names: readonly string[], terminal: Terminal): Promise<void> {
  const what = names.map(harmlessLine).join(', ');
  if (terminal.isTyped && terminal.watched) {
    terminal.say(
      `${what} looks like a secret. The agent can read it, and so can whoever it sends it to. Give it? [y/N]`,
    );
    if (/^y(es)?$/i.test((await typedLine(terminal)).trim())) return;
    throw new DragomanError('env_secret', `${what} was not given, so nothing was started.`);
  }
  throw new DragomanError(
    'env_secret',
    `${what} looks like a secret, and there is nobody to ask. To give it to the agent: --yes-secret-env`,
  );
}

async function typedLine(terminal: Terminal): Promise<string> {
  for await (const chunk of terminal.read()) return new TextDecoder().decode(chunk);
  return '';
}
