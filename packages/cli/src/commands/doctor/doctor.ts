import { EXIT, type ExitCode } from '../../exit-code.js';
import { printLines } from '../../terminal/line.js';
import type { Terminal } from '../../terminal/terminal.js';
import { jsonLine } from '../../terminal/text/json-line.js';
import { untilStopped } from '../../terminal/until-stopped.js';
import type { Diagnosis } from './diagnosis.js';
import { diagnosisLines } from './diagnosis.js';
import { examine } from './examine.js';
import { reap } from './reap.js';

export interface DoctorOptions {
  readonly json?: boolean;
  readonly reap?: boolean;
  readonly yes?: boolean;
  readonly redis?: string;
}

/** `dragoman doctor`: what works here, what doesn't, why and what to do; and leftovers. */
export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<ExitCode> {
  if (options.reap) return reap(options, terminal);
  terminal.status('looking around…');
  const diagnosis = await untilStopped(examine(options.redis), terminal.signal);
  if (diagnosis === undefined) return EXIT.interrupted;
  if (options.json) await terminal.write(jsonLine(forPrograms(diagnosis)));
  else await printLines(diagnosisLines(diagnosis, terminal.columns), terminal);
  const isGood = diagnosis.usable && diagnosis.redis?.problem === undefined;
  return isGood ? EXIT.success : EXIT.failure;
}

function forPrograms(diagnosis: Diagnosis) {
  return {
    ...diagnosis,
    leftovers: diagnosis.leftovers.map(({ remove: _remove, ...leftover }) => leftover),
  };
}
