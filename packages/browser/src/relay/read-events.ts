/** More than any event has. */
const LONGEST_LINE = 32 * 1024 * 1024;

/**
 * The data of server-sent events, as JSON. `EventSource` can't send the header that has the token.
 *
 * @param onBytes called whenever anything comes, also a comment that only shows that the server is there
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      const text = decoder.decode(value, { stream: true });
      const end = text.lastIndexOf('\n');
      if (end === -1) {
        rest += text;
        if (rest.length > LONGEST_LINE) throw new Error('The relay sends a line without an end.');
        continue;
      }
      const lines = `${rest}${text.slice(0, end)}`.split('\n');
      rest = text.slice(end + 1);
      for (const line of lines) {
        // One line is one event here.
        if (line.startsWith('data:')) yield JSON.parse(line.slice('data:'.length));
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
