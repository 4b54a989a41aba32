import type { BaseChatRequest } from '../chat/chat-agent.js';
import type { TurnInProgress } from './turn-in-progress.js';

/**
 * Stage: finds the session of an agent that never said its id (Codex before 0.44), by what lies in
 * HOME when it is gone. A resume that left a second session there began anew.
 */
export async function noteLateSession<Request extends BaseChatRequest>({
  plan,
  session,
  journal,
  evidence,
}: TurnInProgress<Request>): Promise<void> {
  const { agent } = plan.options;
  if (session.id !== undefined || session.isLost || agent.savedSessions === undefined) return;
  const saved = await agent.savedSessions(plan.record.home);
  const asked = plan.session?.sessionId;
  const others = saved.filter((id) => id !== asked);
  const sessionId = saved.length === 1 ? saved[0] : asked === undefined ? undefined : others[0];
  if (sessionId === undefined) return;
  const heard = session.heard(sessionId);
  if (heard.isOwn) {
    journal.append({ type: 'init', session_id: sessionId });
    return;
  }
  const { problem } = heard;
  if (problem === undefined) return;
  const isLost = problem.code === 'resume_lost';
  if (isLost) evidence.stopped('resume_lost', problem.message);
  journal.append({ type: 'error', fatal: isLost, ...problem });
}
