import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { z } from 'zod';
import type { Dialect } from '../../contract.js';
import { warnOfFailure } from '../../server/warn-of-failure.js';
import { Refusal } from '../refusal.js';
import { editAnthropic } from './anthropic-policy.js';
import type { BodyEdit } from './body-edit.js';
import { editGemini, fieldOf } from './gemini-policy.js';
import {
  type HostedAccess,
  type HostedToolKind,
  type HostedTools,
  hostedAccess,
  hostedToolKinds,
} from './hosted-access.js';
import { type AllowedModels, createModelRule } from './model-rule.js';
import { editOpenai } from './openai-policy.js';

const EDITS: Readonly<Record<Dialect, (edit: BodyEdit, pathname: string) => void>> = {
  openai: (edit, pathname) => editOpenai(edit, { stores: pathname.endsWith('/responses') }),
  anthropic: editAnthropic,
  gemini: editGemini,
};
const READERS: Readonly<Record<Dialect, (body: JsonObject, pathname: string) => unknown[]>> = {
  // `models` are the fallbacks of routers that speak this language.
  openai: ({ model, models }) => [model, ...listOf(models)],
  anthropic: ({ model, fallbacks, tools }) => [
    model,
    ...listOf(fallbacks).map((one) => (isJsonObject(one) ? one.model : one)),
    ...listOf(tools).flatMap((tool) =>
      isJsonObject(tool) && tool.model !== undefined ? [tool.model] : [],
    ),
  ],
  gemini: (body, pathname) => [geminiName(pathname), ...geminiNames(body)],
};

/** What a turn may have its provider do. */
export interface TurnPolicy {
  /** Names or patterns such as `gpt-5*`. Left out: any model. */
  models?: readonly string[] | AllowedModels;
  /** Default: `deny`. */
  hostedTools?: HostedTools;
  /** Called when something was taken out of a request, once for each kind. */
  onRemoved?(kinds: readonly HostedToolKind[]): void;
}

const names = z.array(z.string().min(1));

/** A policy that is misspelt would not hold. */
export const policySchema = z.strictObject({
  models: z.union([names, z.strictObject({ allow: names, firstOf: names.optional() })]).optional(),
  hostedTools: z.union([z.enum(['deny', 'allow']), z.array(z.enum(hostedToolKinds))]).optional(),
  onRemoved: z.custom((value) => typeof value === 'function', 'expected a function').optional(),
});

/** A request as far as a policy looks at it. */
interface CheckedRequest {
  readonly dialect: Dialect;
  readonly pathname: string;
  readonly body: JsonObject;
}

/** The policy of one turn at work. */
export interface PolicyInForce {
  readonly access: HostedAccess;
  /** The body that may go upstream: the same one where nothing had to be taken out. May refuse. */
  apply(request: CheckedRequest): JsonObject;
  /** Refuses a request that has no body where a model would have to be named in it. */
  applyToNothing(): void;
}

/** Without a policy the provider may do all that it does; a policy denies what it doesn't allow. */
export function enforcePolicy(policy: TurnPolicy | undefined): PolicyInForce {
  const { models, hostedTools = 'deny', onRemoved } = policy ?? { hostedTools: 'allow' };
  const access = hostedAccess(hostedTools);
  const rule = models === undefined ? undefined : createModelRule(models);
  const reported = new Set<HostedToolKind>();

  const report = (removed: ReadonlySet<HostedToolKind>): void => {
    const fresh = [...removed].filter((kind) => !reported.has(kind));
    for (const kind of fresh) reported.add(kind);
    try {
      if (fresh.length > 0) onRemoved?.(fresh);
    } catch (error) {
      warnOfFailure("The observer of a turn's policy", error);
    }
  };

  return {
    access,
    apply({ dialect, pathname, body }) {
      refuseBackground(body);
      const edit: BodyEdit = { body, access, removed: new Set() };
      EDITS[dialect](edit, pathname);
      rule?.check(askedModels(dialect, pathname, edit.body));
      report(edit.removed);
      return edit.body;
    },
    applyToNothing: () => rule?.check([undefined]),
  };
}

/** An answer that is made later is seen by no meter and stopped by no end of a turn. */
function refuseBackground({ background }: JsonObject): void {
  if (background === undefined || background === null || background === false) return;
  const message = 'A turn may not ask for an answer in the background: leave "background" out.';
  throw new Refusal({ status: 400, message, code: 'background_not_allowed' }, 'refused');
}

/** Every model that a request names, also as a fallback or as a helper of the model. */
export function askedModels(dialect: Dialect, pathname: string, body: JsonObject): unknown[] {
  return READERS[dialect](body, pathname);
}

function listOf(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** The model of `/v1beta/models/gemini-2.5-pro:generateContent`. */
function geminiName(pathname: string): string {
  return pathname.replace(/^\/[^/]+\/(models\/)?/, '').replace(/:[^:]*$/, '');
}

function geminiNames(body: JsonObject): unknown[] {
  const model = fieldOf(body, 'model')?.[1];
  const counted = fieldOf(body, 'generatecontentrequest')?.[1];
  const own = typeof model === 'string' ? model.replace(/^models\//, '') : model;
  return [
    ...(own === undefined || own === null ? [] : [own]),
    ...(isJsonObject(counted) ? geminiNames(counted) : []),
  ];
}
