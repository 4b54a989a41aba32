import { writeJson } from '@dragoman/protocol';
import { escapeControls } from '@dragoman/protocol/internal';

/** A value as one line of JSON. What an agent wrote in it can't control a terminal that it is printed to. */
export function jsonLine(value: unknown): string {
  return `${escapeControls(writeJson(value))}\n`;
}
