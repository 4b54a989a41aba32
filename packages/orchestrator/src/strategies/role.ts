import type { AgentTask } from '../run/task-input.js';

/** Which agent and which model take a part in a strategy. Absent: those of the run. */
export interface Role {
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
}

/** The fields of a task that a role decides. */
export function ofRole({ agent, model }: Role): Pick<AgentTask, 'agent' | 'model'> {
  return { ...(agent !== undefined && { agent }), ...(model !== undefined && { model }) };
}
