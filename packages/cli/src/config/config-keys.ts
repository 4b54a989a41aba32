import { type Permission, parseAgentReference, reasoningEfforts } from '@dragoman/agents';
import { baseUrlProblem } from '@dragoman/gateway';
import { networkModes, sandboxKinds } from '@dragoman/sandbox';
import { z } from 'zod';
import { parseDuration } from '../commands/exec/parse-duration.js';

/** One setting of a configuration file. Its name is that of the option of `exec`. */
export interface ConfigKey {
  readonly schema: z.ZodType;
  /**
   * Whether a value gives an agent more than it has without: then a project's file may not say it unless
   * the user agreed to that file. `below` is what would hold otherwise.
   */
  readonly loosens: (value: never, below: unknown) => boolean;
  /** What holds where nobody says anything. */
  readonly byDefault: string;
  /** Lists of all files and of the command line add up. */
  readonly isList?: boolean;
}

/** The most careful first. */
const PERMISSIONS = [
  'plan',
  'default',
  'acceptEdits',
  'bypass',
] as const satisfies readonly Permission[];
const LONGEST_MS = { timeout: 3_600_000, idleTimeout: 600_000 };

const always = () => true;
const never = () => false;
const isOn = (value: boolean) => value;
const isAny = (value: readonly unknown[]) => value.length > 0;

const text = z.string().min(1).max(1000);
const texts = z.array(text).max(100);
const count = z.int().min(1);
const agent = z.string().refine(isAgent, 'name an agent, such as codex or codex@0.166.0');
const url = z.string().refine((value) => baseUrlProblem(value) === undefined, 'give an address');
const duration = z.union([z.string(), z.number()]).transform((value, context) => {
  const parsed = parseDuration(String(value));
  if (typeof parsed === 'number') return parsed;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

/**
 * All settings. What a project's file may say without the user's agreement is decided here, one by one:
 * an agent, or whoever commits to the project, can have written it.
 */
export const configKeys = {
  // A version that nobody chose may have holes that were closed since.
  agent: { schema: agent, loosens: (value: string) => value.includes('@'), byDefault: 'codex' },
  model: { schema: text, loosens: never, byDefault: "the agent's" },
  sandbox: { schema: z.enum(sandboxKinds), loosens: differs, byDefault: 'bubblewrap' },
  containerImage: { schema: text, loosens: always, byDefault: 'that of `agents image build`' },
  agentFrom: { schema: z.enum(['image', 'cache']), loosens: always, byDefault: 'image' },
  network: {
    schema: z.enum(networkModes),
    loosens: (value: string) => value !== 'none',
    byDefault: 'none',
  },
  permission: { schema: z.enum(PERMISSIONS), loosens: isFreer, byDefault: 'by the sandbox' },
  trustProject: { schema: z.boolean(), loosens: isOn, byDefault: 'by the sandbox' },
  writable: { schema: texts, loosens: isAny, byDefault: 'none', isList: true },
  mount: { schema: texts, loosens: isAny, byDefault: 'none', isList: true },
  env: { schema: texts, loosens: isAny, byDefault: 'none', isList: true },
  path: { schema: texts, loosens: isAny, byDefault: 'none', isList: true },
  hideRepository: {
    schema: z.boolean(),
    loosens: (value: boolean, below: unknown) => !value && below === true,
    byDefault: 'false',
  },
  timeout: { schema: duration, loosens: isMore(LONGEST_MS.timeout), byDefault: '1h' },
  idleTimeout: { schema: duration, loosens: isMore(LONGEST_MS.idleTimeout), byDefault: '10m' },
  effort: { schema: z.enum(reasoningEfforts), loosens: never, byDefault: "the agent's" },
  maxTurns: { schema: count, loosens: isMore(Number.POSITIVE_INFINITY), byDefault: 'no limit' },
  mcp: { schema: text, loosens: always, byDefault: 'none' },
  agentArg: { schema: texts, loosens: isAny, byDefault: 'none', isList: true },
  allowWebSearch: { schema: z.boolean(), loosens: isOn, byDefault: 'false' },
  budgetTokens: { schema: count, loosens: isMore(Number.POSITIVE_INFINITY), byDefault: 'no limit' },
  budgetUsd: {
    schema: z.number().positive(),
    loosens: isMore(Number.POSITIVE_INFINITY),
    byDefault: 'no limit',
  },
  budgetRequests: {
    schema: count,
    loosens: isMore(Number.POSITIVE_INFINITY),
    byDefault: 'no limit',
  },
  // It spends the user's subscription instead of a key.
  login: { schema: z.boolean(), loosens: isOn, byDefault: 'false' },
  baseUrl: { schema: url, loosens: always, byDefault: "the agent's variable, or its provider" },
} as const satisfies Record<string, ConfigKey>;

export type ConfigName = keyof typeof configKeys;

/** What a file says, with paths made absolute. */
export type ConfigValues = {
  readonly [Name in ConfigName]?: z.output<(typeof configKeys)[Name]['schema']>;
};

export const configNames = Object.keys(configKeys) as readonly ConfigName[];

/** Whether a value may not be said by a file that nobody has agreed to. */
export function loosens(name: ConfigName, value: unknown, below: unknown): boolean {
  const check: (value: never, below: unknown) => boolean = configKeys[name].loosens;
  return check(value as never, below);
}

/** Which of two kinds confines better is no question for a file. */
function differs(value: string, below: unknown): boolean {
  return value !== (below ?? 'bubblewrap');
}

function isFreer(value: string, below: unknown): boolean {
  const order: readonly unknown[] = PERMISSIONS;
  const rank = (name: unknown) => order.indexOf(name);
  return rank(value) > (below === undefined ? rank('default') : rank(below));
}

function isMore(usual: number): (value: number, below: unknown) => boolean {
  return (value, below) => value > (typeof below === 'number' ? below : usual);
}

function isAgent(value: string): boolean {
  try {
    parseAgentReference(value);
    return true;
  } catch {
    return false;
  }
}
