import { Fragment } from 'react';
import type { Place } from '../shared/location.js';
import { FailureNotice } from './failure-notice.js';
import { Icon } from './icon.js';
import { MessageView } from './message-view.js';
import type { AgentChat } from './use-agent-chat.js';
import { useAutoscroll } from './use-autoscroll.js';

export interface ConversationProps {
  readonly chat: AgentChat;
  readonly place: Place;
}

export function Conversation({ chat, place }: ConversationProps) {
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
              <MessageView {...{ message, chat, isOpen, ending }} project={place.project} />
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
