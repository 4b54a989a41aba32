import { type FoundRun, isRunId, listRuns, openRun } from '@dragoman/orchestrator';
import { DragomanError } from '@dragoman/protocol';

/** The run with this id, or the only one whose id has this part. */
export async function findRun(wanted: string): Promise<FoundRun> {
  if (isRunId(wanted)) return openRun(wanted);
  const { runs } = await listRuns();
  const near = runs.filter(({ id }) => wanted !== '' && id.includes(wanted));
  const [run, ...others] = near;
  if (run === undefined) {
    throw new DragomanError(
      'run_unknown',
      `There is no run ${JSON.stringify(wanted)}: \`dragoman runs list\` shows those that there are.`,
    );
  }
  if (others.length === 0) return run;
  const message = `${near.length} runs have ${JSON.stringify(wanted)} in their ids. Give more characters.`;
  throw new DragomanError('run_ambiguous', message);
}
