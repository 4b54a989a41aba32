import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import {
  type Condition,
  errorNumbers,
  type FilterRule,
  filterRules,
} from '../seccomp/filter-rules.js';
import type { ContainerEngine } from './container-engine.js';

/** A rule as engines write it, of which only what is needed here is known. */
interface ProfileRule {
  readonly names: readonly string[];
  readonly action: string;
  readonly errnoRet?: number;
  readonly args?: readonly ProfileCondition[];
}

interface ProfileCondition {
  readonly index: number;
  /** The mask. */
  readonly value: number;
  /** What is left of the argument under the mask. */
  readonly valueTwo: number;
  readonly op: 'SCMP_CMP_MASKED_EQ';
}

/**
 * Writes the engine's own profile of system calls without what is denied in bubblewrap, too. The result
 * are the options that name it; none where the engine shows no profile, whose own one holds then.
 */
export async function seccompArguments(
  { name, environment }: Pick<ContainerEngine, 'name' | 'environment'>,
  file: string,
): Promise<readonly string[]> {
  const theirs = name === 'podman' ? enginesProfile(environment) : undefined;
  if (theirs === undefined) return [];
  await writeFile(file, JSON.stringify(withDenials(theirs, filterRules)), { mode: 0o644 });
  return ['--security-opt', `seccomp=${file}`];
}

/**
 * The profile that podman would use by itself, or `undefined`: docker has its own built in, and then
 * nothing can be added to it.
 */
export function enginesProfile(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> | undefined {
  for (const path of [...configuredProfiles(environment), ...USUAL_PROFILES]) {
    const parsed = parseJson(readText(path));
    if (parsed.ok && isJsonObject(parsed.value) && Array.isArray(parsed.value.syscalls)) {
      return parsed.value;
    }
  }
  return undefined;
}

const USUAL_PROFILES = ['/etc/containers/seccomp.json', '/usr/share/containers/seccomp.json'];

/** What its settings name. Those of the variable stand for all others. */
function configuredProfiles(environment: Readonly<Record<string, string | undefined>>): string[] {
  const { CONTAINERS_CONF, XDG_CONFIG_HOME = join(homedir(), '.config') } = environment;
  const usual = [join(XDG_CONFIG_HOME, 'containers'), '/etc/containers'];
  const files = CONTAINERS_CONF
    ? [CONTAINERS_CONF]
    : usual.map((at) => join(at, 'containers.conf'));
  return files.flatMap((file) => {
    const [, path] = /^\s*seccomp_profile\s*=\s*"([^"]+)"/m.exec(readText(file)) ?? [];
    return path === undefined ? [] : [path];
  });
}

/**
 * A profile that allows what another does, without what the rules deny. Rules that weigh several
 * values of an argument, those for sockets and terminals, are left to the engine's own.
 */
export function withDenials(
  profile: Readonly<Record<string, unknown>>,
  rules: readonly FilterRule[],
): Readonly<Record<string, unknown>> {
  const known = rules.filter((rule) => (rule.when ?? []).every(isFreeOfBits));
  const named = new Set<string>(known.flatMap(({ calls }) => calls));
  const theirs = Array.isArray(profile.syscalls) ? profile.syscalls : [];
  return {
    ...profile,
    syscalls: [...theirs.flatMap((rule) => without(rule, named)), ...known.flatMap(profileRules)],
  };
}

/** Whether it holds when any of some bits is set. */
function isFreeOfBits(condition: Condition): condition is Condition & { readonly mask: number } {
  const { mask } = condition;
  return mask !== undefined && 'isNot' in condition && condition.isNot.join() === '0';
}

function without(rule: unknown, named: ReadonlySet<string>): unknown[] {
  if (!isJsonObject(rule) || !Array.isArray(rule.names)) return [rule];
  const names = rule.names.filter((name) => !named.has(String(name)));
  return names.length === 0 ? [] : [{ ...rule, names }];
}

/** One rule for each way in which bits can be set, and one for each in which the call is allowed. */
function profileRules({ calls, error, when = [] }: FilterRule): ProfileRule[] {
  const denied = { names: calls, action: 'SCMP_ACT_ERRNO', errnoRet: errorNumbers[error] };
  const conditions = when.filter(isFreeOfBits);
  const ways = conditions.reduce<readonly (readonly ProfileCondition[])[]>(
    (before, { argument, mask }) =>
      before.flatMap((way) => bitsOf(mask).map((bit) => [...way, masked(argument, bit, bit)])),
    [[]],
  );
  return [
    ...ways.map((args) => ({ ...denied, ...(args.length > 0 && { args }) })),
    ...conditions.map(({ argument, mask }) => ({
      names: calls,
      action: 'SCMP_ACT_ALLOW',
      args: [masked(argument, mask, 0)],
    })),
  ];
}

function masked(index: number, value: number, valueTwo: number): ProfileCondition {
  return { index, value, valueTwo, op: 'SCMP_CMP_MASKED_EQ' };
}

function bitsOf(mask: number): number[] {
  return Array.from({ length: 31 }, (_, at) => 2 ** at).filter((bit) => (mask & bit) !== 0);
}

/** Empty where there is no such file. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
