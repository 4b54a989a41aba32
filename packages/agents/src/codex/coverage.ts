import { coveragePage } from '../interpret/coverage-page.js';
import { nativesSeen, type VersionedRecording } from '../interpret/natives-seen.js';
import { readTranscript } from '../interpret/read-transcript.js';
import { type RecordedSession, shownGaps } from '../interpret/shown-gaps.js';
import { viewOf } from '../interpret/view-gap.js';
import { codexGaps } from './gaps.js';
import { codexLiveRules, createCodexLive } from './live.js';
import { codexSavedRules, createCodexSaved } from './saved.js';

/** What Codex wrote in a scenario, in one of its views. */
export interface CodexRecording extends VersionedRecording {
  readonly scenario: string;
  readonly view: 'live' | 'saved';
}

const INTRODUCTION = `How Dragoman reads the Codex CLI: what \`codex exec --json\` prints (live) and the rollout files below
\`$CODEX_HOME/sessions\` (saved). Both become the events of [the event language](../events.md). A record
that no rule covers is counted under its native name and, when asked for, told as \`raw\`.`;

const LIVE = `Up to 0.42 \`--json\` printed a header, the prompt and wrapped events (\`msg/…\`); from 0.44 it prints
ThreadEvents. The names of the Responses API are read too.`;

const SAVED = `Up to 0.29 a file holds bare items (\`bare/…\`); from 0.36 on, each line has a type and a payload. A file
that a newer version resumed goes on in that version's lines.`;

const LIMITS = [
  'One live stream is one turn; what the model says arrives whole, never in pieces: `codex exec` prints no deltas.',
  'A live stream names neither the model nor the folder from 0.44 on. Both are in the file.',
  'The steps of a sub-agent are in a file of its own; its session names the parent.',
  'Up to 0.50, images were sent ahead as a prompt of their own, and the answer to them is only in the file.',
  'From 0.29 to 0.44, the tool `exec_command`, which was not offered by default, leaves no trace in the live stream.',
  '0.20 ran `cd … && apply_patch` as an ordinary command, which failed; the file reads as an edit that failed.',
  'What was streamed of a reply that then broke off is in neither view.',
];

/** The page about Codex, made from the rules and gaps themselves and from what was recorded. */
export function codexCoveragePage(recordings: readonly CodexRecording[]): string {
  const [live, saved] = [
    recordings.filter(({ view }) => view === 'live'),
    recordings.filter(({ view }) => view === 'saved'),
  ];
  return coveragePage({
    agent: 'Codex',
    introduction: INTRODUCTION,
    versions: new Set(recordings.map(({ version }) => version)),
    views: [
      {
        title: 'Live',
        introduction: LIVE,
        rules: codexLiveRules,
        seen: nativesSeen(live, (version) => createCodexLive({ version })),
      },
      {
        title: 'Saved',
        introduction: SAVED,
        rules: codexSavedRules,
        seen: nativesSeen(saved, () => createCodexSaved()),
      },
    ],
    gaps: shownGaps(recordedSessions(recordings), codexGaps),
    limits: LIMITS,
  });
}

/** The recordings of which both views are there, read. */
export function recordedSessions<Source extends CodexRecording>(
  recordings: readonly Source[],
): readonly (RecordedSession & Pick<CodexRecording, 'scenario'>)[] {
  const saved = new Map(
    recordings
      .filter(({ view }) => view === 'saved')
      .map((recording) => [nameOf(recording), recording] as const),
  );
  return recordings.flatMap((recording) => {
    const file = saved.get(nameOf(recording));
    if (recording.view !== 'live' || file === undefined) return [];
    const { version, scenario } = recording;
    const live = { interpreter: createCodexLive({ version }), bytes: recording.bytes() };
    const kept = { interpreter: createCodexSaved(), bytes: file.bytes() };
    const views = { live: viewOf(readTranscript([live])), saved: viewOf(readTranscript([kept])) };
    return [{ version, scenario, views }];
  });
}

function nameOf({ version, scenario }: CodexRecording): string {
  return `${version} ${scenario}`;
}
