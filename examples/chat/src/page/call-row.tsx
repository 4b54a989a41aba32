import { useState } from 'react';
import type { AgentCall } from './agent-call.js';
import { CallStatus } from './call-status.js';
import { type CallTitle, callTitle } from './call-title.js';
import { changesOf, type ShownChange } from './changes-of.js';
import { DiffCount } from './diff-count.js';
import { FileDiff } from './file-diff.js';
import { Icon } from './icon.js';

export interface CallRowProps {
  readonly call: AgentCall;
  readonly project: string;
  readonly isOpen: boolean;
}

/** A call of one of the agent's own tools: what it was, how it went, and behind it what it gave. */
export function CallRow({ call, project, isOpen }: CallRowProps) {
  const title = callTitle(call, project);
  const changes = changesOf(call, project);
  const hasDiff = changes.some(({ diff }) => diff !== '');
  const isEmpty = call.output === '' && !hasDiff;
  // Changes are what one wants to see; all else opens when asked. A person's choice is kept.
  const [chosen, setChosen] = useState<boolean>();
  const isUnfolded = chosen ?? (hasDiff && call.state === 'done');
  if (isEmpty) {
    return (
      <div className="row">
        <Line call={call} title={title} changes={changes} isOpen={isOpen} />
      </div>
    );
  }
  return (
    <details
      className="row"
      open={isUnfolded}
      onToggle={(event) => setChosen(event.currentTarget.open)}
    >
      <summary>
        <Line call={call} title={title} changes={changes} isOpen={isOpen} />
      </summary>
      {changes.map((change) => (
        <FileDiff key={change.path} change={change} />
      ))}
      {!hasDiff && <pre className="output">{call.output}</pre>}
    </details>
  );
}

interface LineProps {
  readonly call: AgentCall;
  readonly title: CallTitle;
  readonly changes: readonly ShownChange[];
  readonly isOpen: boolean;
}

function Line({ call, title, changes, isOpen }: LineProps) {
  return (
    <>
      <Icon name={title.icon} />
      {title.label !== '' && <span className="row-label">{title.label}</span>}
      <code className="row-title" title={title.text}>
        {title.text}
      </code>
      {changes.some(({ diff }) => diff !== '') && <DiffCount changes={changes} />}
      <CallStatus call={call} isOpen={isOpen} />
    </>
  );
}
