import type { ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
export interface DoctorOptions {
  readonly json?: boolean;
  readonly reap?: boolean;
  readonly yes?: boolean;
}
export async function doctor(_options: DoctorOptions, _terminal: Terminal): Promise<ExitCode> {
  return 0;
}
