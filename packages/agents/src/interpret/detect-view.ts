import type { AgentInterpreter } from './agent-interpreter.js';
import { createDetector, type Detector } from './detector.js';
import type { View } from './view.js';

/** Tells the view of an agent's records: the first that is understood in one view only decides. */
export function createViewDetector(
  interpreter: Pick<AgentInterpreter, 'live' | 'saved'>,
): Detector<View> {
  const live = interpreter.live();
  const saved = interpreter.saved();
  return createDetector((record) => {
    const isLive = live.push(record).disposition !== 'unknown';
    const isSaved = saved.push(record).disposition !== 'unknown';
    if (isLive === isSaved) return undefined;
    return isLive ? 'live' : 'saved';
  });
}
