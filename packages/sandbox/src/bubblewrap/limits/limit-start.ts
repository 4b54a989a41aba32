import { DragomanError } from '@dragoman/protocol';
import type { SandboxLimits } from '../../contract.js';
import { makeLimitGroup } from './limit-group.js';
import { heldLimits, type LimitMeans, limitingArguments, type UseLimits } from './limit-means.js';

/** How the start of one command is kept to its limits. */
export interface LimitedStart {
  /** What stands before the first program inside. */
  readonly inside: readonly string[];
  /** Puts a process, and all that came from it, where they are limited. */
  enter(pid: number): Promise<void>;
  /** When all is gone: how often the system killed something because the memory was used up. */
  end(): Promise<number>;
}

/** @param name what a control group is called, where it takes one */
export function limitStart(means: LimitMeans, name: string, limits: UseLimits): LimitedStart {
  if (means.by !== 'group') {
    const inside = limitingArguments(means, limits);
    return { inside, enter: async () => {}, end: async () => 0 };
  }
  const group = makeLimitGroup(means.location, name, limits);
  return {
    inside: [],
    enter: (pid) => group.enter(pid),
    async end() {
      const kills = group.memoryKills();
      // Who removes the sandbox tries again, and says so when it can't be done.
      await group.remove().catch(() => {});
      return kills;
    },
  };
}

/** Refuses limits that were asked for and can't hold here. The defaults hold where they can. */
export function checkHeld(means: LimitMeans, asked: SandboxLimits = {}): void {
  const held = heldLimits(means);
  for (const name of ['memoryBytes', 'processes'] as const) {
    if (asked[name] === undefined || held.includes(name)) continue;
    throw new DragomanError(
      'sandbox_unsupported',
      `The limit ${name} can't hold in a bubblewrap sandbox here: this process may make no control groups. Leave it out, give Dragoman a delegated group (systemd: Delegate=yes), or take a container.`,
    );
  }
}
