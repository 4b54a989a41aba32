import { useState } from 'react';
import { ChatView } from './chat-view.js';
import { keptChat, newChat } from './kept-chat.js';
import { unpaintPage } from './paint-page.js';
import { useLocation } from './use-location.js';

/** One chat at a time; a new one begins with a new id, and so in a new workspace. */
export function App() {
  const [kept, setKept] = useState(keptChat);
  const place = useLocation();
  if (place === undefined) return null;
  if (place instanceof Error) {
    return (
      <p className="notice" role="alert">
        The server of this page doesn’t answer: {place.message}
      </p>
    );
  }
  const begin = () => {
    unpaintPage();
    setKept(newChat());
  };
  return <ChatView key={kept.id} kept={kept} place={place} onNewChat={begin} />;
}
