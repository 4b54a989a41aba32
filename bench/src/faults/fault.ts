import type { WrittenScript } from '@dragoman/gateway';
import type { EndStatus, JournaledEvent } from '@dragoman/protocol';
import type { TurnSettings } from '@dragoman/runtime';
import type { SandboxKind } from '@dragoman/sandbox';
import type { FakeAgentName } from '@dragoman/testkit';
import type { FaultFixture } from './fault-fixture.js';
import type { Owner } from './start-owner.js';

/** A turn as its owner, a separate process, is asked for it. */
export interface OwnedTurn {
  readonly sandbox: SandboxKind;
  /** What the model of a real agent says, or a program that stands in for an agent. */
  readonly script?: WrittenScript;
  readonly fake?: FakeAgentName;
  readonly limits?: TurnSettings['limits'];
  readonly image?: string;
}

/** What is at hand while a fault is made. */
export interface FaultyTurn {
  readonly fixture: FaultFixture;
  readonly owner: Owner;
  /** Resolves when the journal has such an event. */
  reached(isMeant: (event: JournaledEvent) => boolean): Promise<void>;
}

/** Something that goes wrong, and how a turn must end then. */
export interface Fault {
  readonly name: string;
  readonly kinds: readonly SandboxKind[];
  /** How often of a hundred runs, in each kind. */
  readonly share: number;
  readonly turn: Omit<OwnedTurn, 'sandbox'>;
  /** Makes it go wrong, unless it does by itself. */
  readonly make?: (turn: FaultyTurn) => Promise<void>;
  readonly status: EndStatus;
  /** It may come before there is a turn. */
  readonly isEarly?: boolean;
  /** What the reason must say. */
  readonly says?: RegExp;
  /** The state folder lies on a file system of so many bytes. */
  readonly diskBytes?: number;
}
