import type { AgentInterpreter } from './agent-interpreter.js';
import { type Coverage, coveragePage, type ViewCoverage } from './coverage-page.js';
import { nativesSeen } from './natives-seen.js';
import { recordedSessions, type ViewRecording } from './recorded-sessions.js';
import { shownGaps } from './shown-gaps.js';
import type { View } from './view.js';

/** What the page about an agent is made of, beside what was recorded. */
export interface AgentCoverage extends Pick<Coverage, 'agent' | 'introduction' | 'limits'> {
  readonly interpreter: AgentInterpreter;
  /** Each view in words, and its rules. */
  readonly views: Readonly<Record<View, Pick<ViewCoverage, 'introduction' | 'rules'>>>;
}

/** What was written down as of `2.1` may be of any version that begins so. */
const EXACT = /^\d+\.\d+\.\d+/;

/** The page about an agent, made from the rules and gaps themselves and from what was recorded. */
export function agentCoveragePage(
  { interpreter, views, ...words }: AgentCoverage,
  all: readonly ViewRecording[],
): string {
  const recordings = all.filter(({ version }) => EXACT.test(version));
  const of = (wanted: View) => recordings.filter(({ view }) => view === wanted);
  return coveragePage({
    ...words,
    versions: new Set(recordings.map(({ version }) => version)),
    views: [
      {
        title: 'Live',
        ...views.live,
        seen: nativesSeen(of('live'), (version) => interpreter.live({ version })),
      },
      { title: 'Saved', ...views.saved, seen: nativesSeen(of('saved'), () => interpreter.saved()) },
    ],
    gaps: shownGaps(recordedSessions(recordings, interpreter), interpreter.gaps),
  });
}
