import { createBreather } from '../../sessions/breather.js';
import { latestFirst } from '../../sessions/latest-first.js';
import { type ClosedSessions, sessionFiles } from '../../sessions/session-files.js';
import type { ListOptions, SessionSummary } from '../../sessions/session-store.js';
import { opencodeFormat } from './format.js';
import { summariseStored } from './summarise-stored.js';

/** The sessions of the days when each had a file, up to 1.1, those last written to first. */
export async function listStored({
  home,
  limit = Number.POSITIVE_INFINITY,
  exact = false,
  signal,
}: ListOptions): Promise<SessionSummary[]> {
  const { files, closed } = await sessionFiles(opencodeFormat.layout, { home, signal });
  const breathe = createBreather(signal);
  const summaries: SessionSummary[] = [];
  for (const place of await latestFirst([...files, ...closed], signal)) {
    if (summaries.length >= limit) break;
    const summary = 'problem' in place ? closedSummary(place) : await summariseStored(place, exact);
    if (summary !== undefined) summaries.push(summary);
    await breathe();
  }
  return summaries;
}

function closedSummary({ path, archived, problem }: ClosedSessions): SessionSummary {
  return { id: '', path, updatedAt: new Date(0).toISOString(), bytes: 0, archived, problem };
}
