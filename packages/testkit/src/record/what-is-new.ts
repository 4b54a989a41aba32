import { type AgentName, agents } from '@dragoman/agents';
import type { Recording } from '../recordings.js';
import { agentViews } from '../views/agent-views.js';
import { versionRanges } from '../views/coverage-page.js';
import { recordedSessions } from '../views/recorded-sessions.js';
import { compareGaps } from './compare-gaps.js';
import { compareShapes } from './compare-shapes.js';
import { type RecordShape, recordShapes } from './record-shapes.js';
import { slugOf } from './recording-files.js';
import type { VersionReport } from './version-page.js';

/**
 * What the recordings of one version say that those of another don't, in the scenarios that both have.
 *
 * @param kept all recordings of the agent, to say where else a type of record occurs
 */
export function whatIsNew(
  name: AgentName,
  fresh: readonly Recording[],
  other: readonly Recording[],
  kept: readonly Recording[],
): Pick<VersionReport, 'compared' | 'unknown' | 'difference' | 'seenIn' | 'gaps'> {
  const { interpreter } = agents[name];
  const both = new Set(other.map(slugOf));
  const compared = fresh.filter((each) => both.has(slugOf(each)));
  const shapes = recordShapes(fresh, interpreter);
  return {
    compared: new Set(compared.map(slugOf)).size,
    unknown: [...shapes.values()].filter(({ unknown }) => unknown > 0),
    difference: compareShapes(
      recordShapes(compared, interpreter),
      recordShapes(other, interpreter),
    ),
    seenIn: seenIn(name, kept),
    gaps: compareGaps(
      recordedSessions(compared, interpreter),
      recordedSessions(other, interpreter),
      agentViews[name].gaps,
    ),
  };
}

/** Says which recorded versions have a type of record, as ranges. They are read when first asked for. */
function seenIn(name: AgentName, kept: readonly Recording[]): (shape: RecordShape) => string {
  const versions = new Set(kept.map(({ version }) => version));
  let types: Map<string, ReadonlySet<string>> | undefined;
  const typesOf = (version: string) => {
    const own = kept.filter((each) => each.version === version);
    return new Set(recordShapes(own, agents[name].interpreter).keys());
  };
  return ({ view, native }) => {
    types ??= new Map([...versions].map((version) => [version, typesOf(version)]));
    const having = [...types].filter(([, names]) => names.has(`${view} ${native}`));
    return versionRanges(new Set(having.map(([version]) => version)), versions);
  };
}
