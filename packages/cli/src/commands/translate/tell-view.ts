import type { AgentInterpreter } from '@dragoman/agents';
import { createLineFramer, type Frame, isJsonObject, parseJson } from '@dragoman/protocol';

/** The two places that an agent's records come from. */
export type View = 'live' | 'saved';

/** Enough lines to meet a record of either view; no view begins with so much of anything else. */
const MOST_LINES = 1000;
/** A line that is too long for a record may come first. */
const MOST_BYTES = 80 * 1024 * 1024;

export interface ViewTeller {
  /** The view the records are of, as soon as one of them tells. */
  push(chunk: Uint8Array): View | undefined;
  flush(): View | undefined;
  /** True when so much has been seen that no more will help. */
  isHopeless(): boolean;
  /** Lines that were not blank. */
  lines(): number;
}

/** Tells the view from the records: the first that is understood in one view only decides. */
export function createViewTeller(interpreter: AgentInterpreter): ViewTeller {
  const framer = createLineFramer();
  const live = interpreter.live();
  const saved = interpreter.saved();
  let lines = 0;
  let bytes = 0;

  const tell = (frames: readonly Frame[]): View | undefined => {
    for (const frame of frames) {
      lines += 1;
      if (frame.kind !== 'line') continue;
      const parsed = parseJson(frame.text);
      if (!parsed.ok || !isJsonObject(parsed.value)) continue;
      const isLive = live.push(parsed.value).carriage !== 'unknown';
      const isSaved = saved.push(parsed.value).carriage !== 'unknown';
      if (isLive !== isSaved) return isLive ? 'live' : 'saved';
    }
    return undefined;
  };

  return {
    push(chunk) {
      bytes += chunk.length;
      return tell(framer.push(chunk));
    },
    flush: () => tell(framer.flush()),
    isHopeless: () => lines >= MOST_LINES || bytes >= MOST_BYTES,
    lines: () => lines,
  };
}
