import { DragomanError } from '@dragoman/protocol';
import type { SandboxProcess } from './contract.js';

/** What runs in a sandbox. */
export interface RunningCommands {
  /** Starts one more. Refused when the sandbox is being removed. */
  add(start: () => Promise<SandboxProcess>): Promise<SandboxProcess>;
  /** Ends all commands, also those that are starting, and refuses new ones. */
  endAll(): Promise<void>;
}

export function createRunningCommands(id: string): RunningCommands {
  const commands = new Set<Promise<SandboxProcess>>();
  let closed = false;
  return {
    async add(start) {
      if (closed) {
        throw new DragomanError(
          'sandbox_removed',
          `Nothing can be started in sandbox ${id}: it was removed. Create another.`,
        );
      }
      const starting = start();
      commands.add(starting);
      const forget = () => commands.delete(starting);
      starting.then((command) => command.exit.then(forget), forget);
      return starting;
    },
    async endAll() {
      closed = true;
      // A command that could not be started has nothing to be ended.
      const end = (starting: Promise<SandboxProcess>) =>
        starting.then(
          (command) => command.kill(),
          () => {},
        );
      await Promise.all([...commands].map(end));
    },
  };
}
