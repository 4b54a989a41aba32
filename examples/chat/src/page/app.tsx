import { useState } from 'react';
import { ChatView } from './chat-view.js';
import { keptChat, newChat } from './kept-chat.js';
import { unpaintPage } from './paint-page.js';
import { useChatSetup } from './use-chat-setup.js';

/** One chat at a time; a new one begins with a new id, and so in a new workspace. */
export function App() {
  const [kept, setKept] = useState(keptChat);
  const setup = useChatSetup();
  if (setup === undefined) return null;
  if (setup instanceof Error) {
    return (
      <p className="notice" role="alert">
        The server of this page doesn’t answer: {setup.message}
      </p>
    );
  }
  const begin = () => {
    unpaintPage();
    setKept(newChat());
  };
  return <ChatView key={kept.id} kept={kept} setup={setup} onNewChat={begin} />;
}
