import type { ChatMessage } from '../shared/chat-message.js';
import { addSpent } from './add-spent.js';
import { formatCount } from './format.js';

export interface UsageFiguresProps {
  readonly messages: readonly ChatMessage[];
  readonly label: string;
}

/** What was spent: tokens in, and out, with the parts that cost less or aren't seen. */
export function UsageFigures({ messages, label }: UsageFiguresProps) {
  const spent = addSpent(messages);
  if (spent.input + spent.output === 0) return null;
  return (
    <p className="usage" title={label}>
      <span>
        {formatCount(spent.input)} in
        {spent.cached > 0 && <small> ({formatCount(spent.cached)} cached)</small>}
      </span>
      <span>
        {formatCount(spent.output)} out
        {spent.reasoning > 0 && <small> ({formatCount(spent.reasoning)} thinking)</small>}
      </span>
    </p>
  );
}
