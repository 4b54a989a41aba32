import type { EndEvent } from '@dragoman/protocol';

/** An `end` as a line of a journal, in two parts: its number comes between, which only Redis knows. */
export function encodeEndParts(
  { type, ...end }: EndEvent,
  at: Date,
): readonly [before: string, after: string] {
  const fields = JSON.stringify(end).slice(1);
  return [
    `{"type":${JSON.stringify(type)},"seq":`,
    `,"ts":${JSON.stringify(at.toISOString())},${fields}\n`,
  ];
}
