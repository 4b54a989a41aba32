import type { SessionViews } from '../../interpret/view-gap.js';

/** Only where a text of the stream ends with one of the file, behind nothing but beginnings of it. */
export function leaveOutEarlierTries({ live, saved }: SessionViews): SessionViews {
  const whole = saved.blocks.flatMap((block) => (block.kind === 'text' ? block.text : []));
  const blocks = live.blocks.map((block) => {
    if (block.kind !== 'text' || block.role !== 'assistant' || whole.includes(block.text)) {
      return block;
    }
    const text = whole.find((one) => isTriedAgain(block.text, one));
    return text === undefined ? block : { ...block, text };
  });
  return { saved, live: { ...live, blocks } };
}

function isTriedAgain(streamed: string, whole: string): boolean {
  if (whole === '' || !streamed.endsWith(whole)) return false;
  const earlier = streamed.slice(0, -whole.length);
  for (let at = 0; at < earlier.length; ) {
    const length = commonStart(earlier.slice(at), whole);
    if (length === 0) return false;
    at += length;
  }
  return true;
}

function commonStart(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left[length] === right[length]) length += 1;
  return length;
}
