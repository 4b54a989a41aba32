import {
  createSecretFinder as createFinder,
  isSecretName,
  redacted,
} from '@dragoman/protocol/internal';
import type { RecordedBody, RecordedExchange } from './cassette.js';
import { editBody } from './edit-body.js';
import { mapBody } from './map-body.js';
import { editPieces, type FindEdits } from './text-edit.js';

/** Takes the secrets out of an exchange: the given ones, and whatever looks or is named like one. */
export function scrubExchange(
  exchange: RecordedExchange,
  secrets: readonly string[],
): RecordedExchange {
  const findSecrets = createSecretFinder(secrets);
  const { answer } = exchange;
  return {
    ...exchange,
    path: scrubText(exchange.path, findSecrets),
    request: scrubBody(exchange.request, findSecrets),
    answer: {
      ...answer,
      headers: Object.fromEntries(
        Object.entries(answer.headers).map(([name, value]) => [
          name,
          scrubText(value, findSecrets),
        ]),
      ),
      body: scrubBody(answer.body, findSecrets),
    },
  };
}

function scrubText(text: string, findSecrets: FindEdits): string {
  return editPieces([text], findSecrets).join('');
}

/** Takes whatever looks or is named like a secret out of a request, as it was taken out of the recorded one. */
export function scrubRequest(request: RecordedBody): RecordedBody {
  return scrubBody(request, createSecretFinder([]));
}

function scrubBody(body: RecordedBody, findSecrets: FindEdits): RecordedBody {
  if ('base64' in body) return scrubBytes(body.base64, findSecrets);
  return mapBody(editBody(body, findSecrets), (text, { kind, path }) =>
    kind === 'string' && isSecretName(path.findLast((name) => !/^\d+$/.test(name)) ?? '')
      ? redacted
      : text,
  );
}

/** Bytes that are no text are searched as if each were a character. */
function scrubBytes(base64: string, findSecrets: FindEdits): RecordedBody {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return { base64: Buffer.from(scrubText(text, findSecrets), 'latin1').toString('base64') };
}

/** Finds given secrets, in their usual encodings, and whatever looks like one. */
export function createSecretFinder(secrets: readonly string[]): FindEdits {
  const finder = createFinder({ secrets });
  return (text) =>
    finder.find(text).map(({ start, end }) => ({ start, end, replacement: redacted }));
}
