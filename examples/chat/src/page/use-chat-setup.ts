import { useEffect, useState } from 'react';
import { type ChatSetup, chatSetup } from '../shared/chat-setup.js';

/** What the server is set up with; what went wrong, where it doesn’t answer. */
export function useChatSetup(): ChatSetup | Error | undefined {
  const [found, setFound] = useState<ChatSetup | Error>();
  useEffect(() => {
    fetch('/api/setup')
      .then(async (response) => chatSetup.parse(await response.json()))
      .then(setFound, (error: unknown) => setFound(new Error(String(error), { cause: error })));
  }, []);
  return found;
}
