import { DragomanError } from '@dragoman/protocol';

/** Whether something can stand behind an address: `publicUrl`, where pages reach a server. */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && !/[?#]/.test(text) && username + password === '';
}

/** Refuses an address that no page could use: pages would fail later, each by itself. */
export function checkPublicUrl(text: string | undefined): void {
  if (text === undefined || isPublicUrl(text)) return;
  throw new DragomanError(
    'invalid_request',
    `The server's publicUrl ${JSON.stringify(text)} can't be used: it must be like https://agents.example, with nothing after the path.`,
  );
}
