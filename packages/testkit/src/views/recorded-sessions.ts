import type { AgentInterpreter, View } from '@dragoman/agents';
import { readView } from './session-views.js';
import type { VersionedViews } from './view-gap.js';

/** What an agent wrote in a scenario, in one of its views. */
export interface ViewRecording {
  readonly version: string;
  readonly scenario: string;
  readonly view: View;
  bytes(): Uint8Array;
}

/** The recordings that exist in both views, read. */
export function recordedSessions(
  recordings: readonly ViewRecording[],
  interpreter: Pick<AgentInterpreter, View>,
): readonly (VersionedViews & Pick<ViewRecording, 'scenario'>)[] {
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
