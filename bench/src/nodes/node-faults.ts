import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@dragoman/testkit';
import type { Cluster, ClusterNode } from './cluster.js';

/** Something that goes wrong among several servers, amid their turns. */
export interface NodeFault {
  readonly name: string;
  /** Whether Redis keeps what it has over a restart. */
  readonly appendOnly?: boolean;
  /** Makes it go wrong, and puts right what an operator would. */
  readonly make: (cluster: Cluster, turns: TurnsByNode) => Promise<void>;
  /** How the turns of the first node end that were at work. */
  readonly endsFirst: 'owner_lost' | 'canceled';
}

/** The turns at work that each node conducts, by its place in the list of nodes. */
export type TurnsByNode = readonly (readonly string[])[];

const AWAY_MS = 20_000;
/** The others may have to wait for the time of a lease, and are busy. */
const PATIENCE_MS = 120_000;

export const nodeFaults: readonly NodeFault[] = [
  { name: 'nothing goes wrong', endsFirst: 'canceled', make: async () => {} },
  {
    name: 'kill -9 of one of three nodes, which comes back later',
    endsFirst: 'owner_lost',
    async make({ nodes }, turns) {
      const [first, ...others] = nodes as [ClusterNode, ...ClusterNode[]];
      await first.server.kill();
      await untilEnded(others, turns[0] ?? []);
      await first.restart();
    },
  },
  {
    name: `Redis stands still for ${AWAY_MS / 1000} s`,
    endsFirst: 'canceled',
    async make({ redis }) {
      redis.pause();
      await delay(AWAY_MS);
      redis.resume();
    },
  },
  {
    name: 'kill -9 of Redis, which comes back empty',
    endsFirst: 'canceled',
    async make({ redis, nodes }, turns) {
      await redis.kill();
      await delay(2000);
      await redis.restart();
      await untilKnown(nodes, turns.flat());
    },
  },
  {
    name: 'kill -9 of Redis, which comes back with its append-only file',
    appendOnly: true,
    endsFirst: 'canceled',
    async make({ redis, nodes }, turns) {
      await redis.kill();
      await delay(2000);
      await redis.restart();
      await untilKnown(nodes, turns.flat());
    },
  },
  {
    name: 'SIGSTOP of a node past its lease',
    endsFirst: 'owner_lost',
    async make({ nodes }, turns) {
      const [first, ...others] = nodes as [ClusterNode, ...ClusterNode[]];
      process.kill(first.server.pid, 'SIGSTOP');
      try {
        await untilEnded(others, turns[0] ?? []);
      } finally {
        process.kill(first.server.pid, 'SIGCONT');
      }
    },
  },
  {
    name: 'a node is cut off from Redis past its lease',
    endsFirst: 'owner_lost',
    async make({ nodes }, turns) {
      const [first, ...others] = nodes as [ClusterNode, ...ClusterNode[]];
      first.way.cut();
      try {
        await untilEnded(others, turns[0] ?? []);
      } finally {
        first.way.mend();
      }
    },
  },
];

async function untilEnded(nodes: readonly ClusterNode[], turns: readonly string[]): Promise<void> {
  const [node] = nodes;
  for (const turnId of turns) {
    await waitUntil(
      `the others have ended ${turnId}`,
      async () => (await stateOf(node, turnId)) === 'failed' || undefined,
      PATIENCE_MS,
    );
  }
}

async function untilKnown(nodes: readonly ClusterNode[], turns: readonly string[]): Promise<void> {
  for (const node of nodes) {
    for (const turnId of turns) {
      await waitUntil(
        `${turnId} is known again at ${node.name}`,
        () => stateOf(node, turnId),
        PATIENCE_MS,
      );
    }
  }
}

async function stateOf(node: ClusterNode | undefined, turnId: string): Promise<string | undefined> {
  const response = await fetch(`${node?.server.url}/v1/turns/${turnId}`).catch(() => undefined);
  if (response?.ok !== true) return undefined;
  const { state } = (await response.json()) as { readonly state?: unknown };
  return typeof state === 'string' ? state : undefined;
}
