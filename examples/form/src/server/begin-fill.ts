import { formToolDefinitions, relaySessionBody } from '@dragoman/protocol/http';
import type { DragomanServer } from '@dragoman/server';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import type { FillRequest, OpenFill } from '../shared/fill-request.js';
import { freeTables } from '../shared/free-tables.js';

/** What the agent may use: the form, and a function of the page. */
const tools = [
  ...formToolDefinitions(),
  {
    name: freeTables.name,
    description: freeTables.description,
    input_schema: freeTables.inputSchema,
  },
];

const begun = z.object({ turn_id: z.string() });
const refused = z.object({ message: z.string() });

/**
 * Begins a turn for the person whose page asks. In an app of yours this is where you know who is asking, and
 * keep which turn is theirs.
 */
export async function beginFill(
  server: DragomanServer,
  request: Request,
  { agent, letter }: FillRequest,
): Promise<OpenFill> {
  const body = { agent, prompt: promptFor(letter), tools };
  const { turn_id: turnId } = begun.parse(await ask(server, request, '/v1/turns', body));
  return openFill(server, request, turnId);
}

/** What a page gets: the token of that one turn. A page that was loaded again gets another. */
export async function openFill(
  server: DragomanServer,
  request: Request,
  turnId: string,
): Promise<OpenFill> {
  const path = `/v1/turns/${encodeURIComponent(turnId)}/relay`;
  return { turnId, relay: relaySessionBody.parse(await ask(server, request, path, {})) };
}

async function ask(
  server: DragomanServer,
  request: Request,
  path: string,
  body: unknown,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', prefer: 'respond-async' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  // At the address by which the page has come, where it finds the relay, too.
  const response = await server.fetch(new Request(new URL(path, request.url), sent));
  const answer: unknown = await response.json();
  if (response.ok) return answer;
  const { message } = refused.parse(answer);
  throw new HTTPException(response.status as ContentfulStatusCode, { message });
}

function promptFor(letter: string): string {
  return `The user has a form open in their page. Fill it in from the letter below: look at the form first, see which tables are free on that day, fill in all that the letter says, look again where a tab shows other fields, and press the button that books. Leave out what the letter doesn't say.\n\n<letter>\n${letter}\n</letter>`;
}
