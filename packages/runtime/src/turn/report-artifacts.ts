import type { LooseEvent } from '@dragoman/protocol/internal';
import { artifactsFolder } from '../artifacts/artifacts-folder.js';
import { type WatchedArtifacts, watchArtifacts } from '../artifacts/watch-artifacts.js';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnInProgress } from './turn-in-progress.js';

/** Stage: looks at the folder of artifacts before the agent starts. Nothing, where there is to be none. */
export async function watchTurnArtifacts<Request extends BaseChatRequest>({
  plan,
  stop,
}: TurnInProgress<Request>): Promise<WatchedArtifacts | undefined> {
  const { directory, hidden, record } = plan;
  const { artifacts } = plan.options;
  if (artifacts === undefined || record.workspaceIsReadOnly || stop.requested) return undefined;
  return watchArtifacts({
    workspace: record.workspace,
    folder: artifactsFolder(artifacts),
    directory,
    skip: hidden,
    isOver: () => stop.requested,
  });
}

/** Stage: what the turn made or changed there. Nothing, where no agent was at work. */
export async function reportArtifacts<Request extends BaseChatRequest>(
  { evidence }: TurnInProgress<Request>,
  watched: WatchedArtifacts | undefined,
): Promise<readonly LooseEvent[]> {
  if (watched === undefined) return [];
  if (!evidence.evidence().started) {
    await watched.forget();
    return [];
  }
  const { events, problem } = await watched.collect();
  if (problem === undefined) return events;
  return [
    ...events,
    { type: 'error', message: problem, fatal: false, code: 'artifacts_incomplete' },
  ];
}
