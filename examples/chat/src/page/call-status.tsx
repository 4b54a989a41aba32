import type { AgentCall } from './agent-call.js';
import { Elapsed } from './elapsed.js';
import { Icon } from './icon.js';

export interface CallStatusProps {
  readonly call: AgentCall;
  /** Whether the agent is still at it: what has no result then will have one. */
  readonly isOpen: boolean;
}

/** How a call went, at the end of its line. */
export function CallStatus({ call, isOpen }: CallStatusProps) {
  if (call.state === 'running') {
    if (!isOpen) return <span className="status">stopped</span>;
    return (
      <span className="status running">
        <Elapsed />
      </span>
    );
  }
  if (call.state === 'failed') {
    const { exitCode } = call;
    return (
      <span className="status failed">
        {exitCode === undefined ? 'failed' : `exit ${exitCode}`}
      </span>
    );
  }
  return (
    <span className="status done">
      {call.kind === 'command' && call.exitCode === 0 && 'exit 0'}
      <Icon name="check" />
    </span>
  );
}
