import type { Place } from '../shared/location.js';
import { agentName } from './agent-name.js';
import { Composer } from './composer.js';
import { Conversation } from './conversation.js';
import { Header } from './header.js';
import type { KeptChat } from './kept-chat.js';
import { type AgentChat, useAgentChat } from './use-agent-chat.js';
import { Welcome } from './welcome.js';

export interface ChatViewProps {
  readonly kept: KeptChat;
  readonly place: Place;
  readonly onNewChat: () => void;
}

/** What stands before the project in the title of the window, for whoever looks elsewhere meanwhile. */
const TITLES: Readonly<Record<AgentChat['state'], string>> = {
  idle: '',
  starting: '… ',
  working: '… ',
  waiting: '? ',
};

export function ChatView({ kept, place, onNewChat }: ChatViewProps) {
  const chat = useAgentChat(kept);
  const isEmpty = chat.messages.length === 0;
  return (
    <>
      <title>{`${TITLES[chat.state]}${place.project}`}</title>
      <Header
        place={place}
        messages={chat.messages}
        onNewChat={() => {
          if (chat.state !== 'idle') chat.stop();
          onNewChat();
        }}
      />
      {isEmpty ? (
        <Welcome place={place} onChoose={chat.say} />
      ) : (
        <Conversation chat={chat} place={place} />
      )}
      <Composer chat={chat} agent={agentName(place.agent)} />
    </>
  );
}
