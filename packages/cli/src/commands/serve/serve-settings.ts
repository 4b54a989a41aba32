import { baseUrlProblem, hostedToolKinds } from '@dragoman/gateway';
import { networkModes, sandboxKinds } from '@dragoman/sandbox';
import { isPublicUrl } from '@dragoman/server';
import { z } from 'zod';
import { parseSize } from '../../program/parse-size.js';
import { parseDuration } from '../exec/parse-duration.js';

const YEARS_MS = 100 * 365 * 86_400_000;

const name = z.string().min(1).max(200);
const path = z.string().min(1).max(4096);
const count = z.int().positive();
const amount = z.number().positive();
const written = z.union([z.string(), z.number()]);

const duration = written.transform((value, context) =>
  orProblem(parseDuration(String(value), YEARS_MS), context),
);
const size = written.transform((value, context) => orProblem(parseSize(String(value)), context));

function orProblem(
  parsed: number | { readonly problem: string },
  context: z.RefinementCtx,
): number {
  if (typeof parsed === 'number') return parsed;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
}

const agent = {
  agent: name
    .optional()
    .describe(
      'The agent and its version, such as `codex@0.166.0`. Default: the name it is listed by',
    ),
  models: z
    .array(name)
    .min(1)
    .optional()
    .describe(
      "The models that a client may name; the first is the default. Default: only the agent's own choice",
    ),
  login: z.boolean().optional().describe('Use the login of `dragoman login` instead of a key'),
  baseUrl: z
    .string()
    .refine(
      (url) => baseUrlProblem(url) === undefined,
      'give an address, such as https://models.example/v1',
    )
    .optional()
    .describe("An endpoint with the API of the agent's model"),
};

const workspace = {
  path: path.optional().describe('A folder that all turns work in'),
  template: z
    .string()
    .max(4096)
    .optional()
    .describe('A folder that is copied for each session; empty: each begins with nothing'),
  artifacts: path
    .optional()
    .describe('A folder in the workspace: what a turn makes or changes there can be fetched'),
};

const limits = {
  turnsPerKey: count.optional().describe('Turns of one key at once. Default: 8'),
  turns: count.optional().describe('Turns at once, in all. Default: 32'),
  requestsPerMinute: count.optional().describe('Requests of one key. Default: 600'),
  body: size.optional().describe('Size of a request. Default: 32M'),
  wall: duration.optional().describe('Time of a turn, without waiting for answers. Default: 1h'),
  idle: duration.optional().describe('Time without a word of the agent. Default: 10m'),
  total: duration
    .optional()
    .describe(
      'Time of a turn, waiting for answers included. Default: three times `wall`, and at least an hour more',
    ),
  answer: duration
    .optional()
    .describe('How long an agent waits for one answer of a client. Default: 10m'),
  page: duration
    .optional()
    .describe(
      'How long an agent waits for a [page](pages.md) that takes its request. Default: 30s',
    ),
  tokens: count.optional().describe('Tokens of one turn. Default: no limit'),
  costUsd: amount.optional().describe('Dollars of one turn. Default: no limit'),
  tokensPerDay: count.optional().describe('Tokens of one key in a day (UTC). Default: no limit'),
  costUsdPerDay: amount.optional().describe('Dollars of one key in a day (UTC). Default: no limit'),
};

const retention = {
  olderThan: duration
    .optional()
    .describe('Turns and sessions that nobody has used for so long go. Default: 30d'),
  maxSize: size
    .optional()
    .describe(
      'All of them together, folders of sessions included; the oldest go first. Default: no limit',
    ),
};

const redis = {
  url: z
    .string()
    .regex(/^rediss?:\/\//, 'give an address, such as redis://redis.internal:6379')
    .optional()
    .describe('Its address, as `--redis` and `DRAGOMAN_REDIS` have it, which go before'),
  keyPrefix: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Begins the name of every key and channel. Default: `dragoman:`'),
  node: name
    .optional()
    .describe(
      'What clients are told where only this server can do something. Default: the host name',
    ),
  lease: duration
    .optional()
    .describe('After so long without a sign of life a server is given up. Default: 15s'),
  events: size.optional().describe('Of the events of each turn; the oldest go first. Default: 64M'),
  keepEvents: duration
    .optional()
    .describe('How long the events of a turn that has ended stay there. Default: 1h'),
  ca: path.optional().describe('A file with the authority of its certificate, for `rediss:`'),
};

/** Where YAML has nothing after a colon. */
const nothingOr = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? {}, schema);

const top = {
  agents: z
    .record(name, nothingOr(z.strictObject(agent)))
    .optional()
    .describe(
      'What clients may ask for, by name; the first is the default. Default: all installed agents that have a key',
    ),
  workspaces: z
    .record(name, z.strictObject(workspace))
    .optional()
    .describe('By name; the first is the default. Default: the current folder, as `default`'),
  sandbox: z.enum(sandboxKinds).optional().describe('What confines agents. Default: `bubblewrap`'),
  network: z
    .enum(networkModes)
    .optional()
    .describe(
      'What agents can reach besides their model. Default: as little as the sandbox allows',
    ),
  hostedTools: z
    .union([z.enum(['deny', 'allow']), z.array(z.enum(hostedToolKinds))])
    .optional()
    .describe(
      "What the model's provider may do outside the sandbox. Default: `deny` without a network, else `allow`",
    ),
  tools: z
    .boolean()
    .optional()
    .describe('Whether clients may give the agent tools of theirs. Default: `true`'),
  approvals: z
    .union([z.boolean(), z.array(name)])
    .optional()
    .describe(
      'Tools of clients whose calls somebody has to approve before they are executed, such as `[pay]`; `true`: all. Default: those that the client marks',
    ),
  origins: z
    .array(z.string())
    .optional()
    .describe(
      'Origins of pages that may call the server, such as `https://app.example`. Default: none',
    ),
  hosts: z
    .array(z.string().min(1))
    .optional()
    .describe(
      'Names that the server answers to, without a port. Default: any with keys, those of loopback without',
    ),
  publicUrl: z
    .string()
    .refine(isPublicUrl, 'give an address, such as https://agents.example')
    .optional()
    .describe(
      'Where [pages](pages.md) reach the server, such as `https://agents.example`. Default: as the request says that opens a relay',
    ),
  limits: nothingOr(z.strictObject(limits)).optional().describe('See below'),
  retention: nothingOr(z.strictObject(retention)).optional().describe('See below'),
  redis: nothingOr(z.strictObject(redis))
    .optional()
    .describe('A Redis that servers on several machines share. See [Many machines](redis.md)'),
};

/** What the file of `--config` may hold. */
export const serveConfig = z.strictObject(top);
export type ServeConfig = z.output<typeof serveConfig>;

/** The settings of each table of the file: for its documentation, and for names that are spelt wrongly. */
export const serveSettings = {
  '': top,
  agents: agent,
  workspaces: workspace,
  limits,
  retention,
  redis,
} as const;
