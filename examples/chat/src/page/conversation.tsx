import { Fragment } from 'react';
import type { ChatSetup } from '../shared/chat-setup.js';
import { FailureNotice } from './failure-notice.js';
import { Icon } from './icon.js';
import { MessageView } from './message-view.js';
import type { AgentChat } from './use-agent-chat.js';
import { useAutoscroll } from './use-autoscroll.js';

export interface ConversationProps {
  readonly chat: AgentChat;
  readonly setup: ChatSetup;
}

export function Conversation({ chat, setup }: ConversationProps) {
  const { messages, error, state } = chat;
  const said = messages.filter(({ role }) => role === 'user').length;
  const { scroller, isFollowing, follow } = useAutoscroll(said);
  return (
    <main className="scroller" ref={scroller}>
      <div
        className="conversation"
        role="log"
        aria-label="Conversation"
        aria-busy={state !== 'idle'}
      >
        {messages.map((message, index) => {
          const isOpen = state !== 'idle' && index === messages.length - 1;
          const ending = isOpen ? undefined : chat.ending(message.id);
          return (
            <Fragment key={message.id}>
              <MessageView {...{ message, chat, isOpen, ending }} project={setup.project} />
              {ending?.kind === 'failed' && <FailureNotice words={ending.words} />}
            </Fragment>
          );
        })}
        {error !== undefined && <FailureNotice words={error.message} onRetry={chat.retry} />}
      </div>
      {!isFollowing && (
        <button type="button" className="newest" onClick={follow}>
          <Icon name="down" /> Newest
        </button>
      )}
    </main>
  );
}
