import type { AgentInterpreter, View } from '@dragoman/agents';
import type { RecordedTurn } from '../recordings.js';
import { type NativeStream, readView } from './session-views.js';
import type { VersionedViews } from './view-gap.js';

/** What an agent wrote in a scenario, in one of its views. */
export interface ViewRecording {
  readonly version: string;
  readonly scenario: string;
  readonly view: View;
  bytes(): Uint8Array;
  /** The same, turn by turn. Absent: it is read as one. */
  turns?(): readonly RecordedTurn[];
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
    const live = readView(liveStreams(recording, interpreter));
    const kept = { interpreter: interpreter.saved(), bytes: file.bytes() };
    return [{ version, scenario, views: { live, saved: readView([kept]) } }];
  });
}

/** What the process of each turn printed, with an interpreter for it. */
export function liveStreams(
  { version, bytes, turns = () => [{ bytes: bytes() }] }: ViewRecording,
  interpreter: Pick<AgentInterpreter, 'live'>,
): readonly NativeStream[] {
  const all = turns();
  return all.map(({ bytes: printed, usageBefore }, index) => ({
    interpreter: interpreter.live({
      version,
      ...(all.length > 1 && { turnId: `turn-${index}` }),
      ...(usageBefore && { usageBefore }),
    }),
    bytes: printed,
  }));
}

function nameOf({ version, scenario }: ViewRecording): string {
  return `${version} ${scenario}`;
}
