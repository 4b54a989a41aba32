import type { JsonObject } from '@dragoman/protocol';
import { jsonObject } from '@dragoman/protocol/internal';
import { z } from 'zod';
import type { StoredTurn } from '../store/turn-store.js';
import { type ResponseRequest, responseRequest } from './response-request.js';

const { input: _input, ...shape } = responseRequest.shape;
const requestToKeep = z.object(shape);
const keptNotes = z.object({ response: requestToKeep });

/** A request without what it says to the agent: what its response repeats, and how the answer is read. */
export type KeptRequest = z.infer<typeof requestToKeep>;

/** A list of turns has the notes of all of them in memory. */
const MOST_CHARACTERS = 64 * 1024;

/** What is kept of a request with the turn that it begins. Of a very long one only what a caller sorts by. */
export function notesOf(request: ResponseRequest): JsonObject {
  const kept = requestToKeep.parse(request);
  if (JSON.stringify(kept).length <= MOST_CHARACTERS) return { response: jsonObject.parse(kept) };
  const { model, metadata, background, text } = kept;
  const isJson = text?.format?.type === 'json_schema';
  const format = isJson ? { format: { type: 'json_schema', schema: {} } } : {};
  return { response: jsonObject.parse({ model, metadata, background, text: format }) };
}

/** What was asked with the request that began a turn. Nothing, where that was one of another protocol. */
export function keptRequest({ entry }: StoredTurn): KeptRequest | undefined {
  const parsed = keptNotes.safeParse(entry.notes);
  return parsed.success ? parsed.data.response : undefined;
}
