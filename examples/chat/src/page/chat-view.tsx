import type { ChatSetup } from '../shared/chat-setup.js';
import { agentName } from './agent-name.js';
import { Composer } from './composer.js';
import { Conversation } from './conversation.js';
import { Header } from './header.js';
import type { KeptChat } from './kept-chat.js';
import { type AgentChat, useAgentChat } from './use-agent-chat.js';
import { Welcome } from './welcome.js';

export interface ChatViewProps {
  readonly kept: KeptChat;
  readonly setup: ChatSetup;
  readonly onNewChat: () => void;
}

/** What stands before the project in the title of the window, for whoever looks elsewhere meanwhile. */
const TITLES: Readonly<Record<AgentChat['state'], string>> = {
  idle: '',
  starting: '… ',
  working: '… ',
  waiting: '? ',
};

export function ChatView({ kept, setup, onNewChat }: ChatViewProps) {
  const chat = useAgentChat(kept);
  const isEmpty = chat.messages.length === 0;
  return (
    <>
      <title>{`${TITLES[chat.state]}${setup.project}`}</title>
      <Header
        setup={setup}
        messages={chat.messages}
        onNewChat={() => {
          if (chat.state !== 'idle') chat.stop();
          onNewChat();
        }}
      />
      {isEmpty ? (
        <Welcome setup={setup} onChoose={chat.say} />
      ) : (
        <Conversation chat={chat} setup={setup} />
      )}
      <Composer chat={chat} agent={agentName(setup.agent)} />
    </>
  );
}
