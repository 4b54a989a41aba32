import type { JournaledEvent } from '@dragoman/protocol';
import type { SandboxKind } from '@dragoman/sandbox';
import type { AttackFixture } from './attack-fixture.js';

/**
 * What a user is promised about an attack. `stopped`: it has no effect. `reported`: it has one inside
 * the workspace, and an event names it. `open`: nothing is promised, and `docs/security.md` says so.
 */
export type Promised = 'stopped' | 'reported' | 'open';

/** What became of an attack that was played. */
export type Verdict = Exclude<Promised, 'open'> | 'broke';

/** Something that an agent, or a repository, does to get at the host. */
export interface Attack {
  readonly name: string;
  /** Attacks of one wall stand together in the table. */
  readonly wall: string;
  /** A kind that is left out has nothing to do with the attack. */
  readonly promises: Readonly<Partial<Record<SandboxKind, Promised>>>;
  play(fixture: AttackFixture): Promise<Verdict>;
}

/** One attack in one kind of sandbox, and what became of it. */
export interface PlayedAttack {
  readonly attack: Attack;
  readonly kind: SandboxKind;
  readonly promised: Promised;
  /** Nothing is played where nothing is promised. */
  readonly verdict?: Verdict;
  /** Why it could not be played, or what is left of it. */
  readonly complaints: readonly string[];
}

/** The verdict on an attack that may have left something, by whether an event names the path. */
export function verdictOn(
  hadEffect: boolean,
  events: readonly JournaledEvent[],
  path: string,
): Verdict {
  if (!hadEffect) return 'stopped';
  return isReported(events, path) ? 'reported' : 'broke';
}

/** Whether the events name a path, or a folder that it is in, as one to look at before anything is run. */
export function isReported(events: readonly JournaledEvent[], path: string): boolean {
  return events.some(
    (event) =>
      event.type === 'workspace_risk' &&
      event.items.some((item) => item.path === path || path.startsWith(`${item.path}/`)),
  );
}
