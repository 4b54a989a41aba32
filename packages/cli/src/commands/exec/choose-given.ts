import { DragomanError } from '@dragoman/protocol';
import type { TurnSettings } from '@dragoman/runtime';
import { isSecretVariable } from '@dragoman/runtime/internal';
import { secretsAt } from '@dragoman/sandbox';
import { fromHome } from '../../config/read-config.js';
import type { GivenExecOptions } from '../../program/given-options.js';
import { wrapped } from '../../report-error.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLine } from '../../terminal/text/harmless-text.js';

type Given = Pick<TurnSettings, 'mounts' | 'env' | 'path' | 'repository'>;

/**
 * What the agent is given beside the workspace. A variable with a secret, or a folder of keys, that is
 * given on the command line is asked about once more: the agent can send it to its model's provider. A
 * file that the user wrote, or agreed to, needs no second word.
 */
export async function chooseGiven(
  options: GivenExecOptions,
  flags: GivenExecOptions,
  terminal: Terminal,
): Promise<Given> {
  const { mount = [], path = [], hideRepository } = options;
  const typed = variables(flags.env);
  const secrets = Object.keys(typed).filter((name) => isSecretVariable(name, typed[name] ?? ''));
  if (!flags.yesSecretEnv) await askAbout(secrets, VARIABLES, terminal);
  const { mount: mounted = [], path: searched = [] } = flags;
  const keys = [
    ...mounted.filter((text) => secretsAt(mountOf(text).path) !== undefined),
    ...searched.filter((text) => secretsAt(fromHome(text)) !== undefined),
  ];
  if (!flags.yesSecretMount) await askAbout(keys, MOUNTS, terminal);
  return {
    ...(mount.length > 0 && { mounts: mount.map(mountOf) }),
    ...(path.length > 0 && { path: path.map(fromHome) }),
    ...(options.env !== undefined && { env: variables(options.env) }),
    ...(hideRepository && { repository: 'hide' as const }),
  };
}

function mountOf(text: string): { path: string; access: 'read' | 'write' } {
  const [, path = text, mode] = /^(.+):(rw|ro)$/.exec(text) ?? [];
  return { path: fromHome(path), access: mode === 'rw' ? 'write' : 'read' };
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

/** What somebody is asked about. */
interface Asked {
  readonly code: string;
  readonly looks: string;
  readonly flag: string;
}

const VARIABLES: Asked = {
  code: 'env_secret',
  looks: 'looks like a secret',
  flag: '--yes-secret-env',
};
const MOUNTS: Asked = {
  code: 'mount_secret',
  looks: 'is where keys or logins are',
  flag: '--yes-secret-mount',
};

async function askAbout(
  names: readonly string[],
  { code, looks, flag }: Asked,
  terminal: Terminal,
): Promise<void> {
  if (names.length === 0) return;
  const what = names.map(harmlessLine).join(', ');
  if (terminal.isTyped && terminal.watched) {
    const question = `${what} ${looks}. The agent can read it, and so can whoever it sends it to. Give it? [y/N]`;
    for (const line of wrapped(question, terminal)) terminal.say(line);
    if (/^y(es)?$/i.test((await typedLine(terminal)).trim())) return;
    throw new DragomanError(code, `${what} was not given, so nothing was started.`);
  }
  throw new DragomanError(
    code,
    `${what} ${looks}, and there is nobody to ask. To give it to the agent: ${flag}`,
  );
}

async function typedLine(terminal: Terminal): Promise<string> {
  for await (const chunk of terminal.read()) return new TextDecoder().decode(chunk);
  return '';
}
