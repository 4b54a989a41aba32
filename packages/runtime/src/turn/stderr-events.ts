import { createLineFramer, type Frame, type StderrEvent } from '@dragoman/protocol';

/** What a program writes to stderr, as events. */
export interface StderrEvents {
  push(chunk: Uint8Array): readonly StderrEvent[];
  flush(): readonly StderrEvent[];
}

/** Diagnostics, not the conversation: after so much the journal only says that there was more. */
const MOST_BYTES = 1024 * 1024;
const LONGEST_LINE_BYTES = 64 * 1024;

/** Whole lines, so that nothing in them is hidden by where a chunk happens to end. */
export function createStderrEvents(): StderrEvents {
  const framer = createLineFramer({ maxLineBytes: LONGEST_LINE_BYTES });
  let told = 0;
  let leftOut = 0;

  const read = (frames: readonly Frame[]): StderrEvent[] => {
    let content = '';
    for (const frame of frames) {
      const text = frame.kind === 'line' ? `${frame.text}\n` : '[a line too long to tell]\n';
      if (told >= MOST_BYTES) leftOut += text.length;
      else content += text;
      told += text.length;
    }
    return content === '' ? [] : [{ type: 'stderr', content }];
  };

  return {
    push: (chunk) => read(framer.push(chunk)),
    flush() {
      const last = read(framer.flush());
      if (leftOut === 0) return last;
      const content = `[${leftOut} more characters of stderr were left out]\n`;
      return [...last, { type: 'stderr', content }];
    },
  };
}
