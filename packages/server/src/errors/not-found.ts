import type { Context, Hono } from 'hono';
import { absentOfAgentApi } from '../agent-api/agent-api-error.js';
import { isAbsentOfOpenai } from '../responses/openai-error.js';
import type { ServerEnv } from '../server-context.js';
import { refusal } from './refusal.js';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * What is thrown for a path that has no route, or none for this method.
 *
 * @param path without what stands before it at this server
 */
export function noRoute(app: Hono<ServerEnv>, { req }: Context<ServerEnv>, path: string): Error {
  const allowed = methodsOf(app, req.path);
  if (allowed.length === 0) {
    return refusal('not_found', absentWords(path));
  }
  return refusal('method_not_allowed', `This path takes ${allowed.join(', ')}.`, {
    headers: { allow: allowed.join(', ') },
  });
}

function absentWords(path: string): string {
  if (isAbsentOfOpenai(path)) {
    return "Of OpenAI's API there is `/v1/responses` here: `client.responses.create({ model: 'codex', … })`.";
  }
  const elsewhere = 'There is nothing at this path. /openapi.json says what there is.';
  return absentOfAgentApi(path) ?? elsewhere;
}

/** The methods that a path has routes for, those included that follow from them. */
export function methodsOf(app: Hono<ServerEnv>, path: string): readonly string[] {
  const own = METHODS.filter((method) => {
    const [handlers] = app.router.match(method, path);
    // Handlers of all methods are those that every request passes through.
    return handlers.some(([[, route]]) => route.method === method);
  });
  if (own.length === 0) return [];
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
}
