import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import {
  formToolDefinitions,
  type RelaySessionBody,
  relaySessionBody,
} from '@dragoman/protocol/http';
import type { DragomanServer } from '../src/contract.js';
import { postRequest } from './server-fixture.js';

/** A page as the relay sees it: what it is sent, and what it answers. */
export interface RelayPage {
  readonly instance: string;
  readonly status: number;
  /** The next event, but for comments. `undefined` at the end of the stream. */
  next(): Promise<JsonObject | undefined>;
  /** What it answers to a request. */
  answer(body: JsonObject): Promise<Response>;
  /** Its connection is cut. */
  cut(): Promise<void>;
}

export interface PageOptions {
  readonly instance: string;
  readonly tab?: string;
  readonly connection?: string;
  readonly tools?: string;
  readonly token?: string;
}

export const BOTH_FORM_TOOLS = 'getFormSnapshot,executeFormActions';

export const offeredFormTools = formToolDefinitions();

export async function openRelay(
  server: DragomanServer,
  turnId: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): Promise<RelaySessionBody> {
  const response = await server.fetch(postRequest(`/v1/turns/${turnId}/relay`, body, headers));
  return relaySessionBody.parse(await response.json());
}

export async function openPage(
  server: DragomanServer,
  relay: RelaySessionBody,
  options: PageOptions,
): Promise<RelayPage> {
  const { instance, tab = instance, connection = instance, token = relay.token } = options;
  const { tools = BOTH_FORM_TOOLS } = options;
  const query = new URLSearchParams({ instance, tab, connection, tools });
  const authorization = `Bearer ${token}`;
  const response = await server.fetch(
    new Request(`${relay.relayUrl}?${query}`, { headers: { authorization } }),
  );
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    instance,
    status: response.status,
    async next() {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end === -1) {
          const { done, value = '' } = (await reader?.read()) ?? { done: true };
          if (done) return undefined;
          text += value;
          continue;
        }
        const message = text.slice(0, end);
        text = text.slice(end + 2);
        const json = message.startsWith('data: ') ? parseJson(message.slice(6)) : undefined;
        if (json?.ok && isJsonObject(json.value)) return json.value;
      }
    },
    answer: (body) =>
      server.fetch(
        postRequest(
          new URL(relay.relayUrl).pathname,
          { instanceId: instance, ...body },
          { authorization },
        ),
      ),
    async cut() {
      await reader?.cancel();
    },
  };
}
