import { MOST_TOOLS, toolDefinition } from '@dragoman/protocol/http';
import type { TurnTails } from '../delivery/turn-tails.js';
import { refusal } from '../errors/refusal.js';
import { reporterOf } from '../errors/report-failure.js';
import type { RelayPage, RelaySession } from '../store/relay-store.js';
import { type OpenSession, sessionOver } from './enter-relay.js';
import { createPageStream } from './page-stream.js';

const onFailure = reporterOf('The stream of a page broke off; the page comes back');

/**
 * A page is there from now on, with those of its tools that its session lets it answer. Gives the requests
 * that it takes, as server-sent events. Rejects with `not_found` and `no_browser`.
 */
export async function joinRelay(
  { turn, relay, session }: OpenSession,
  page: RelayPage,
  tails: TurnTails,
): Promise<ReadableStream<Uint8Array>> {
  const tools = toolsOf(page, session);
  const joined = await relay.join({ ...page, tools });
  if (joined === 'over') throw sessionOver();
  if (joined === 'replaced') throw replaced();
  const { sessionId } = session;
  const { instance, connection } = page;
  return createPageStream({
    turn,
    relay,
    tails,
    sessionId,
    instance,
    connection,
    tools,
    onFailure,
  });
}

/** What a page says of itself is kept for all nodes: no more of it than a turn may have. */
function toolsOf(page: RelayPage, session: RelaySession): readonly string[] {
  return [...new Set(page.tools)]
    .filter((name) => isToolName(name) && (session.tools?.includes(name) ?? true))
    .slice(0, MOST_TOOLS);
}

function isToolName(name: string): boolean {
  return toolDefinition.shape.name.safeParse(name).success;
}

function replaced(): Error {
  return refusal(
    'no_browser',
    'Another load of this tab has taken its place: come back with another `instance` and `tab`.',
  );
}
