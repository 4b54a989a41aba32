import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentName } from '@dragoman/agents';
import { collectText, type ProcessResult, type RunningProcess } from '@dragoman/sandbox';

/** A signal for the CLI in mid-turn, sent as soon as all is as it says. */
export interface Interrupt {
  readonly signal: NodeJS.Signals;
  /** A file in the workspace. */
  readonly onceThereIs: string;
  /** A text that was printed. */
  readonly onceItSays?: string;
  /** A text of a call that was printed, if the CLI prints calls before they are over. */
  readonly onceItCalls?: string;
  /** A text that the turn added to a session file: some CLIs write there a while after they have printed. */
  readonly onceItKeeps?: string;
}

/** The agents that print a call when it is over. */
const PRINT_ENDED_CALLS: ReadonlySet<AgentName> = new Set(['opencode']);

/** Where to look for what an interrupt waits for. */
interface Watched {
  readonly agent: AgentName;
  readonly workspace: string;
  /** What the turn added to the session files. */
  readonly kept: () => Promise<string>;
}

/** Collects what a process writes until it ends, and interrupts it when it is time. */
export async function runToEnd(
  running: RunningProcess,
  interrupt: Interrupt | undefined,
  watched: Watched,
): Promise<ProcessResult> {
  let stdout = '';
  let isOver = false;
  const reading = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of running.stdout) stdout += decoder.decode(bytes, { stream: true });
    stdout += decoder.decode();
  };
  const interrupting = async () => {
    if (interrupt === undefined) return;
    const isTime = () => isReached(interrupt, stdout, watched);
    while (!isOver && !(await isTime())) await pause(20);
    if (!isOver) process.kill(running.pid, interrupt.signal);
  };
  const exiting = running.exit.finally(() => {
    isOver = true;
  });
  const [stderr, exit] = await Promise.all([
    collectText(running.stderr),
    exiting,
    reading(),
    interrupting(),
  ]);
  return { ...exit, stdout, stderr };
}

/** Whether all is as an interrupt says. */
async function isReached(
  { onceThereIs, onceItSays = '', onceItCalls = '', onceItKeeps = '' }: Interrupt,
  stdout: string,
  { agent, workspace, kept }: Watched,
): Promise<boolean> {
  return (
    stdout.includes(onceItSays) &&
    (PRINT_ENDED_CALLS.has(agent) || stdout.includes(onceItCalls)) &&
    (await isThere(join(workspace, onceThereIs))) &&
    (onceItKeeps === '' || (await kept()).includes(onceItKeeps))
  );
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
