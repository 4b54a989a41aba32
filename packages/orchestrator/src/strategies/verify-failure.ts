import type { VerifyResult } from './strategy.js';

/** What to say of work that its check refused. */
export function verifyFailure(command: string, { exitCode, output }: VerifyResult): string {
  const how = exitCode === null ? output : `exit code ${exitCode}`;
  return `\`${command}\` failed on the work (${how}). Its branch is kept.`;
}
