import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';

/** When each summary of a session was made, by the document of it. A copy has the time of the original. */
export function summariesIn(document: string): readonly number[] {
  return messagesIn(document).flatMap(({ info, parts }) => {
    const { summary, time } = objectOf(info);
    const { created } = objectOf(time);
    const isSummary = summary === true && objectsIn(parts).some(({ type }) => type === 'text');
    return isSummary && typeof created === 'number' ? [created] : [];
  });
}

/**
 * What a document has of attempts at an answer: of those that another one followed in the same message,
 * and of those with which the message failed. When OpenCode is stopped, nothing failed.
 */
export function abandonedAttempts(document: string): readonly string[] {
  return messagesIn(document).flatMap(({ info, parts }) => {
    const abandoned: string[] = [];
    let attempt: JsonObject[] | undefined;
    for (const part of objectsIn(parts)) {
      if (part.type === 'step-start') {
        if (attempt !== undefined) abandoned.push(JSON.stringify(attempt));
        attempt = [];
      } else if (part.type === 'step-finish') attempt = undefined;
      else attempt?.push(part);
    }
    const { name = STOPPED } = objectOf(objectOf(info).error);
    if (attempt !== undefined && name !== STOPPED) abandoned.push(JSON.stringify(attempt));
    return abandoned;
  });
}

const STOPPED = 'MessageAbortedError';

function messagesIn(document: string): readonly JsonObject[] {
  const parsed = parseJson(document);
  return objectsIn(objectOf(parsed.ok ? parsed.value : undefined).messages);
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objectsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
