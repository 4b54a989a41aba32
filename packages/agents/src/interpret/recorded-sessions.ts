import type { AgentInterpreter } from './agent-interpreter.js';
import type { VersionedRecording } from './natives-seen.js';
import { readView } from './read-view.js';
import type { RecordedSession } from './shown-gaps.js';
import type { View } from './view.js';

/** What an agent wrote in a scenario, in one of its views. */
export interface ViewRecording extends VersionedRecording {
  readonly scenario: string;
  readonly view: View;
}

/** The recordings of which both views are there, read. */
export function recordedSessions(
  recordings: readonly ViewRecording[],
  interpreter: Pick<AgentInterpreter, View>,
): readonly (RecordedSession & Pick<ViewRecording, 'scenario'>)[] {
  const saved = new Map(
    recordings
      .filter(({ view }) => view === 'saved')
      .map((recording) => [nameOf(recording), recording] as const),
  );
  return recordings.flatMap((recording) => {
    const file = saved.get(nameOf(recording));
    if (recording.view !== 'live' || file === undefined) return [];
    const { version, scenario } = recording;
    const live = { interpreter: interpreter.live({ version }), bytes: recording.bytes() };
    const kept = { interpreter: interpreter.saved(), bytes: file.bytes() };
    return [{ version, scenario, views: { live: readView([live]), saved: readView([kept]) } }];
  });
}

function nameOf({ version, scenario }: ViewRecording): string {
  return `${version} ${scenario}`;
}
