import { delimiter } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { createSecretFinder, isSecretName, shellWord } from '@dragoman/protocol/internal';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** What Dragoman itself sets, for every agent. */
const OWN = new Set(['HOME', 'PATH', 'TMPDIR', 'PWD', 'DRAGOMAN_SANDBOX', 'DRAGOMAN_PROCESS_TREE']);

/** Set for every agent, and harmless to change. */
const OPEN = new Set(['LANG', 'TERM', 'NO_COLOR']);

/**
 * Refuses variables that are no variables, with `env_invalid`, and those that the agent needs itself,
 * with `env_reserved`: another address or key would lead it past its gateway.
 *
 * @param reserved the names of the variables that the agent's command has
 */
export function checkEnvironment(
  env: Readonly<Record<string, string>> = {},
  reserved: readonly string[] = [],
): void {
  for (const [name, value] of Object.entries(env)) {
    if (!NAME.test(name) || typeof value !== 'string' || value.includes('\0')) {
      throw new DragomanError(
        'env_invalid',
        `${JSON.stringify(name)} can't be given to the agent: a variable has a plain name (letters, digits, _) and a text.`,
      );
    }
    if (!OPEN.has(name) && (OWN.has(name) || reserved.includes(name))) {
      throw new DragomanError(
        'env_reserved',
        `${name} can't be given to the agent: Dragoman sets it for every turn.${name === 'PATH' ? ' Folders of programs are given by --path (path).' : ''}`,
      );
    }
  }
}

/** Whether a variable holds a secret: by its name, or because its value looks like one. */
export function isSecretVariable(name: string, value: string): boolean {
  return isSecretName(name) || createSecretFinder().find(value).length > 0;
}

/** The values of variables that must not be in any journal. */
export function secretValues(env: Readonly<Record<string, string>> = {}): readonly string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    isSecretVariable(name, value) ? [value] : [],
  );
}

/** An environment with the caller's variables, which never outdo those of the agent's command. */
export function withGivenVariables(
  base: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> = {},
  searchPath: readonly string[] = [],
): Record<string, string> {
  const open = Object.fromEntries(Object.entries(given).filter(([name]) => OPEN.has(name)));
  const path = [...searchPath, ...(base.PATH === undefined ? [] : [base.PATH])].join(delimiter);
  return { ...given, ...base, ...open, PATH: path };
}

/**
 * What a login shell runs in the agent's HOME: some agents start one for each command, and the system's
 * own start files set PATH anew.
 */
export function profileFor(searchPath: readonly string[]): string {
  const folders = searchPath.map(shellWord).join(':');
  return `# Written by Dragoman at the start of each turn.\nPATH=${folders}:"$PATH"\nexport PATH\n`;
}
