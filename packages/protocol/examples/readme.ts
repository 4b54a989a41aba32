import { createEventDecoder, createReducer } from '@dragoman/protocol';

/** The last text an agent said, from the NDJSON of a turn, in chunks of any size. */
export function finalText(chunks: Iterable<Uint8Array | string>): string {
  const decoder = createEventDecoder();
  const reducer = createReducer();

  const take = (lines: ReturnType<typeof decoder.push>) => {
    for (const line of lines) {
      if (line.kind === 'event') reducer.push(line.event);
    }
  };
  for (const chunk of chunks) take(decoder.push(chunk));
  take(decoder.flush());

  const { messages, outcome } = reducer.snapshot();
  if (outcome?.status !== 'success')
    throw new Error(outcome?.reason ?? 'The turn did not succeed.');
  const texts = messages.flatMap((message) =>
    message.role === 'assistant' ? message.content : [],
  );
  return texts.findLast((block) => block.type === 'text')?.text ?? '';
}
