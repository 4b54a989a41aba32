import type { RequestLog } from '../contract.js';

/** A request as a line of JSON, for whatever collects logs. */
export function logLine(line: RequestLog): string {
  return `${JSON.stringify(line)}\n`;
}
