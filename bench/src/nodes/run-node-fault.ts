import { errorMessage } from '@dragoman/protocol/internal';
import { waitUntil } from '@dragoman/testkit';
import { agentOf } from '../faults/killed-server.js';
import { remainsAtLast } from '../faults/run-fault.js';
import { postJson, postTurn } from '../server/read-lines.js';
import { checkReaders } from './check-readers.js';
import { type Cluster, type ClusterNode, startCluster } from './cluster.js';
import type { NodeFault } from './node-faults.js';
import { headOf, readWandering, type WanderingReader } from './wandering-reader.js';

const NODES = 3;
const TURNS = 30;
const LEASE_MS = 10_000;
const PATIENCE_MS = 120_000;

/** What came of a fault. */
export interface NodeFaultResult {
  readonly complaints: readonly string[];
  readonly turns: number;
  readonly readers: number;
  readonly drops: number;
  /** Readers that were refused with a reason. */
  readonly refused: number;
  readonly seconds: number;
}

interface BegunTurn {
  readonly id: string;
  readonly node: number;
  /** Whether it is done soon. */
  readonly isBrief: boolean;
}

/** Thirty turns at three nodes, with two readers each that go from node to node, and a fault amid them. */
export async function runNodeFault(fault: NodeFault): Promise<NodeFaultResult> {
  const began = performance.now();
  const { appendOnly = false } = fault;
  const cluster = await startCluster({ nodes: NODES, appendOnly, leaseMs: LEASE_MS });
  let readers: readonly WanderingReader[] = [];
  const complaints: string[] = [];
  try {
    readers = await watch(cluster, fault, complaints);
  } catch (error) {
    complaints.push(errorMessage(error));
  } finally {
    await cluster.close();
  }
  return {
    complaints,
    turns: TURNS,
    readers: readers.length,
    drops: readers.reduce((sum, { drops }) => sum + drops, 0),
    refused: readers.filter(({ refusedWith }) => refusedWith !== undefined).length,
    seconds: (performance.now() - began) / 1000,
  };
}

async function watch(
  cluster: Cluster,
  fault: NodeFault,
  complaints: string[],
): Promise<readonly WanderingReader[]> {
  const { nodes } = cluster;
  const turns = await Promise.all(Array.from({ length: TURNS }, (_, at) => begin(nodes, at)));
  const reading = turns.flatMap(({ id, node }) => [
    readWandering({ nodes, turnId: id, first: node }),
    readWandering({ nodes, turnId: id, first: node + 1, mostMs: 2000 }),
  ]);
  await Promise.all(turns.map((turn) => untilAtWork(nodes, turn)));
  const open = nodes.map((_node, at) =>
    turns.filter(({ node, isBrief }) => node === at && !isBrief).map(({ id }) => id),
  );
  await fault.make(cluster, open);
  await Promise.all(turns.map(({ id }) => cancel(nodes, id)));
  const readers = await Promise.all(reading);

  complaints.push(...checkReaders(readers));
  for (const turn of turns.filter(({ node }) => node === 0)) {
    complaints.push(...checkEnd(turn, readers, fault));
  }
  for (const { name, server, fixture } of nodes) {
    await server.close();
    const left = await remainsAtLast(fixture);
    complaints.push(...left.map((what) => `left at ${name}: ${what}`));
  }
  return readers;
}

async function begin(nodes: readonly ClusterNode[], number: number): Promise<BegunTurn> {
  const node = number % nodes.length;
  const agent = agentOf(Math.floor(number / nodes.length));
  const url = nodes[node]?.server.url ?? '';
  const body = { prompt: 'Go.', agent, conversation: `chat ${number}` };
  const response = await postTurn(url, body, { prefer: 'respond-async' });
  const id = response.headers.get('turn-id');
  if (id === null) throw new Error(`turn ${number}: ${response.status} ${await response.text()}`);
  return { id, node, isBrief: agent === 'brief' };
}

/** Until it has done something; one that is brief may have ended. */
async function untilAtWork(nodes: readonly ClusterNode[], { id, node }: BegunTurn): Promise<void> {
  await waitUntil(
    `${id} is at work`,
    async () => {
      const response = await fetch(`${nodes[node]?.server.url}/v1/turns/${id}`);
      const { last_seq: last } = (await response.json()) as { readonly last_seq?: number };
      return (last ?? 0) > 3 || undefined;
    },
    PATIENCE_MS,
  );
}

/** From any node, until one takes it: right after a fault some can't. */
async function cancel(nodes: readonly ClusterNode[], id: string): Promise<void> {
  let tries = 0;
  await waitUntil(
    `${id} is canceled`,
    async () => {
      tries += 1;
      const url = nodes[tries % nodes.length]?.server.url;
      const answer = await postJson(`${url}/v1/turns/${id}/cancel`, {}).catch(() => undefined);
      await answer?.arrayBuffer();
      return answer?.ok || undefined;
    },
    PATIENCE_MS,
  );
}

function checkEnd(
  { id, isBrief }: BegunTurn,
  readers: readonly WanderingReader[],
  { endsFirst }: NodeFault,
): string[] {
  const lines = readers.filter(({ turnId }) => turnId === id).flatMap((reader) => reader.lines);
  const [end] = lines.filter((line) => headOf(line).type === 'end');
  const meant = isBrief ? /"success"|"owner_lost"|"canceled"/ : new RegExp(`"${endsFirst}"`);
  if (end === undefined || meant.test(end)) return [];
  return [`${id}: it was to end with ${endsFirst}, not with ${end.trim()}`];
}
