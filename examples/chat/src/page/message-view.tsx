import type { ChatMessage } from '../shared/chat-message.js';
import { Activity } from './activity.js';
import { arrangeParts, type Block } from './arrange-parts.js';
import { PlanView } from './plan-view.js';
import { QuestionCard } from './question-card.js';
import { RichText } from './rich-text.js';
import { UsageFigures } from './usage-figures.js';
import type { AgentChat } from './use-agent-chat.js';
import type { Ending } from './use-endings.js';

export interface MessageViewProps {
  readonly message: ChatMessage;
  /** The name of the project, for paths in it. */
  readonly project: string;
  readonly chat: AgentChat;
  /** Whether the agent is still at it. */
  readonly isOpen: boolean;
  readonly ending: Ending | undefined;
}

export function MessageView({ message, project, chat, isOpen, ending }: MessageViewProps) {
  if (message.role === 'user') {
    return (
      <article className="message-person" aria-label="You">
        {message.parts.map((part) => (part.type === 'text' ? part.text : ''))}
      </article>
    );
  }
  const draw = (block: Block) => {
    switch (block.kind) {
      case 'text':
        return <RichText key={block.key} text={block.part.text} />;
      case 'activity':
        return <Activity key={block.key} rows={block.rows} project={project} isOpen={isOpen} />;
      case 'plan':
        return <PlanView key={block.key} items={block.items} />;
      case 'question':
        return <QuestionCard key={block.key} part={block.part} chat={chat} />;
    }
  };
  return (
    <article className="message-agent" aria-label="Agent">
      {arrangeParts(message.parts).map(draw)}
      <footer className="message-foot">
        {ending?.kind === 'stopped' && <p>You stopped it here.</p>}
        <UsageFigures messages={isOpen ? [] : [message]} label="Tokens of this turn" />
      </footer>
    </article>
  );
}
