import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Dialect } from '../../contract.js';
import { fieldOf } from './gemini-policy.js';

/** Every model that a request names, also as a fallback or as a helper of the model. */
export function askedModels(dialect: Dialect, pathname: string, body: JsonObject): unknown[] {
  return READERS[dialect](body, pathname);
}

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
