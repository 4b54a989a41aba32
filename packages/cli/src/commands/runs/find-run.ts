import { type FoundRun, isRunId, listRuns, openRun } from '@dragoman/orchestrator';
import { DragomanError } from '@dragoman/protocol';

/** The run with this id, or the only one whose id has this part. */
export async function findRun(wanted: string): Promise<FoundRun> {
  if (isRunId(wanted)) return openRun(wanted);
  if (wanted === '') throw unknown(wanted);
  const { runs: near, damaged } = await listRuns({ idPart: wanted });
  const [run, ...others] = near;
  if (run === undefined) {
    for (const { problem } of damaged) throw problem;
    throw unknown(wanted);
  }
  if (others.length === 0) return run;
  const message = `${near.length} runs have ${JSON.stringify(wanted)} in their ids. Give more characters.`;
  throw new DragomanError('run_ambiguous', message);
}

function unknown(wanted: string): DragomanError {
  return new DragomanError(
    'run_unknown',
    `There is no run ${JSON.stringify(wanted)}: \`dragoman runs list\` shows those that there are.`,
  );
}
