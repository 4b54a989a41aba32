import type { Command } from 'commander';
import type { ListRunsOptions } from '../commands/runs/list.js';
import type { ResumeRunOptions } from '../commands/runs/resume.js';
import type { ShowRunOptions } from '../commands/runs/show.js';
import type { CommandContext } from '../program.js';
import { addLimitOptions } from './limit-options.js';
import { amount } from './request-options.js';

export function addRuns(program: Command, { terminal, onExit }: CommandContext): void {
  const runs = program.command('runs').description('see runs, resume them and stop them');
  runs
    .command('list')
    .description('list runs, the latest first')
    .option('--limit <number>', 'how many to list (default: 20, with --json all)', amount)
    .option('--json', 'print NDJSON')
    .action(async (options: ListRunsOptions) => {
      const { listRuns } = await import('../commands/runs/list.js');
      onExit(await listRuns(options, terminal));
    });
  runs
    .command('show')
    .description('show a run: its tasks so far, or with --follow until it stops')
    .argument('<run>', 'its id, or a part of it')
    .option('-f, --follow', 'wait for more; Ctrl-C stops only this command')
    .option('--json', 'print the events as NDJSON')
    .action(async (run: string, options: ShowRunOptions) => {
      const { showRun } = await import('../commands/runs/show.js');
      onExit(await showRun(run, options, terminal));
    });
  const resume = runs
    .command('resume')
    .description('go on with a run that was interrupted')
    .argument('<run>', 'its id, or a part of it')
    .option('--retry-failed', 'try again what failed, too')
    .option('--parallel <number>', 'how many tasks are at work at once', amount)
    .option('--base-url <url>', "an endpoint with the API of the agent's model")
    .option('--login', 'use the login of `dragoman login` instead of a key')
    .option('--script <file>', 'use a scripted model: no key, no network');
  addLimitOptions(resume);
  resume
    .optionsGroup('Output:')
    .option('--quiet', 'print only the branch of the winner, and errors')
    .option('--json', 'print the events of the run as NDJSON, and a last line with the result')
    .action(async (run: string, options: ResumeRunOptions) => {
      const { resumeRun } = await import('../commands/runs/resume.js');
      onExit(await resumeRun(run, options, terminal));
    });
  runs
    .command('stop')
    .description('interrupt a run, from any terminal, or end one of its tasks')
    .argument('<run>', 'its id, or a part of it')
    .argument('[task]', 'the key of the task that is to end')
    .action(async (run: string, task: string | undefined) => {
      const { stopRun } = await import('../commands/runs/stop.js');
      onExit(await stopRun(run, task, terminal));
    });
}
