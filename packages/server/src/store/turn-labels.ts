import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { TurnRecord } from '@dragoman/runtime/internal';
import type { TurnEntry } from './turn-store.js';

/** The one label of a turn by which a server finds what it began. Turns of other programs have none. */
const LABEL = 'dragoman-server';

/** What `startTurn` is to note of a turn. */
export function labelsOf({
  client,
  agent,
  workspace,
  conversation,
  prompt,
  folder,
  notes,
  createdAt,
}: TurnEntry): Readonly<Record<string, string>> {
  const label = { client, agent, workspace, conversation, prompt, folder, notes, createdAt };
  return { [LABEL]: JSON.stringify(label) };
}

/** `undefined` for a turn that no server began. */
export function entryOf({ id, createdAt: recordedAt, labels }: TurnRecord): TurnEntry | undefined {
  const label = labels?.[LABEL];
  const parsed = label === undefined ? undefined : parseJson(label);
  if (parsed === undefined || !parsed.ok || !isJsonObject(parsed.value)) return undefined;
  const { client, agent, workspace, conversation, prompt, folder, notes, createdAt } = parsed.value;
  if (typeof client !== 'string' || typeof agent !== 'string') return undefined;
  return {
    id,
    client,
    agent,
    workspace: typeof workspace === 'string' ? workspace : '',
    ...(typeof conversation === 'string' && { conversation }),
    ...(typeof prompt === 'string' && { prompt }),
    ...(typeof folder === 'string' && { folder }),
    ...(isJsonObject(notes) && { notes }),
    // As the server that began it says it. Earlier versions noted only when the runtime did.
    createdAt: typeof createdAt === 'string' ? createdAt : recordedAt,
  };
}
