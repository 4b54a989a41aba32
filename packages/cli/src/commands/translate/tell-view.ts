import type { AgentInterpreter } from '@dragoman/agents';
import { createLineFramer, type Frame, isJsonObject, parseJson } from '@dragoman/protocol';

/** The two places that an agent's records come from. */
export type View = 'live' | 'saved';

/** Enough to meet a record of either view; no view begins with so many of anything else. */
const MOST_OBJECTS = 1000;
/** What npm, a shell or a wrapper says before the agent does. The help names this figure. */
const MOST_NOISE = 1024 * 1024;
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
  let objects = 0;
  let noise = 0;
  let bytes = 0;

  const tell = (frames: readonly Frame[]): View | undefined => {
    for (const frame of frames) {
      lines += 1;
      if (frame.kind !== 'line') continue;
      const parsed = parseJson(frame.text);
      if (!parsed.ok || !isJsonObject(parsed.value)) {
        noise += frame.text.length + 1;
        continue;
      }
      objects += 1;
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
    isHopeless: () => objects >= MOST_OBJECTS || noise >= MOST_NOISE || bytes >= MOST_BYTES,
    lines: () => lines,
  };
}
