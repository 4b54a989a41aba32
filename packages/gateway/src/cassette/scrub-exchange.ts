import { mapStrings } from '../json/map-strings.js';
import type { RecordedBody, RecordedEvent, RecordedExchange } from './cassette.js';
import { editBody } from './edit-body.js';
import { createSecretFinder, REDACTED } from './find-secrets.js';
import { editPieces, type FindEdits } from './text-edit.js';

/** Keys whose string values are secrets, whatever they look like. */
const SECRET_KEYS = new Set([
  'access_key',
  'api_key',
  'apikey',
  'authorization',
  'cookie',
  'credential',
  'passwd',
  'password',
  'private_key',
  'secret',
  'token',
]);

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

function scrubBody(body: RecordedBody, findSecrets: FindEdits): RecordedBody {
  if ('base64' in body) return scrubBytes(body.base64, findSecrets);
  const edited = editBody(body, findSecrets);
  if ('json' in edited) return { json: scrubNamed(edited.json) };
  return 'events' in edited ? { events: edited.events.map(scrubEvent) } : edited;
}

function scrubEvent(event: RecordedEvent): RecordedEvent {
  return 'json' in event ? { ...event, json: scrubNamed(event.json) } : event;
}

function scrubNamed(json: unknown): unknown {
  return mapStrings(json, (text, path) =>
    SECRET_KEYS.has((path.at(-1) ?? '').toLowerCase().replaceAll('-', '_')) ? REDACTED : text,
  );
}

/** Bytes that are no text are searched as if each were a character. */
function scrubBytes(base64: string, findSecrets: FindEdits): RecordedBody {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return { base64: Buffer.from(scrubText(text, findSecrets), 'latin1').toString('base64') };
}
