import type { ChangesEvent } from '@dragoman/protocol';
import { type WatchedWorkspace, watchWorkspace } from '../changes/watch-workspace.js';
import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnInProgress } from './turn-in-progress.js';

/**
 * Stage: looks at the workspace before the agent starts. Nothing, where nobody wants to know what changes
 * or the turn is over already.
 */
export async function watchChanges<Request extends BaseChatRequest>({
  plan,
  stop,
}: TurnInProgress<Request>): Promise<WatchedWorkspace | undefined> {
  const { directory, hidden, record } = plan;
  const { changes: wanted = 'files' } = plan.options;
  if (wanted === 'none' || stop.requested) return undefined;
  return watchWorkspace({
    workspace: record.workspace,
    mounts: plan.given.writableMounts,
    directory,
    skip: hidden,
    wanted,
    isReadOnly: record.workspaceIsReadOnly ?? false,
    isOver: () => stop.requested,
  });
}

/** Stage: what the turn changed. Nothing, where no agent was at work. */
export async function reportChanges<Request extends BaseChatRequest>(
  { evidence }: TurnInProgress<Request>,
  watched: WatchedWorkspace | undefined,
): Promise<ChangesEvent | undefined> {
  if (evidence.evidence().started) return watched?.changes();
  await watched?.forget();
  return undefined;
}
