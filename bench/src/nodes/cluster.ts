import type { RedisServer } from '@dragoman/testkit';
import { type CutProxy, startCutProxy, startRedisServer } from '@dragoman/testkit';
import { createFaultFixture, type FaultFixture } from '../faults/fault-fixture.js';
import { stallingPolicy } from '../faults/killed-server.js';
import { type ServerProcess, startServer } from '../server/start-server.js';

/** A server of several, with a state folder, a workspace and a way to Redis that no other has. */
export interface ClusterNode {
  readonly name: string;
  readonly fixture: FaultFixture;
  readonly way: CutProxy;
  /** The process; another one after `restart`. */
  server: ServerProcess;
  /** Starts a server again on its state folder. */
  restart(): Promise<void>;
}

/** Servers that share a Redis. */
export interface Cluster {
  readonly redis: RedisServer;
  readonly nodes: readonly ClusterNode[];
  close(): Promise<void>;
}

export interface ClusterOptions {
  readonly nodes: number;
  /** Whether Redis keeps what it has over a restart. */
  readonly appendOnly: boolean;
  readonly leaseMs: number;
}

/** What is in the way of nobody who only waits for an answer. */
const COMMAND_MS = 3000;

const clusters = new Set<Cluster>();

/** Ends and removes all that is left of clusters: for when this process is interrupted. */
export async function removeAllClusters(): Promise<void> {
  await Promise.all([...clusters].map((cluster) => cluster.close()));
}

export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const redis = await startRedisServer({ appendOnly: options.appendOnly });
  const nodes: ClusterNode[] = [];
  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    clusters.delete(cluster);
    for (const { server, way, fixture } of nodes) {
      await server.kill();
      await way.close();
      await fixture.remove();
    }
    await redis.remove();
  };
  const cluster: Cluster = {
    redis,
    nodes,
    close() {
      closed ??= close();
      return closed;
    },
  };
  clusters.add(cluster);
  for (let count = 0; count < options.nodes; count += 1) {
    nodes.push(await startNode(`node-${count}`, redis, options.leaseMs));
  }
  return cluster;
}

async function startNode(
  name: string,
  { port }: RedisServer,
  leaseMs: number,
): Promise<ClusterNode> {
  const fixture = await createFaultFixture({});
  const way = await startCutProxy(port);
  const url = `redis://127.0.0.1:${way.port}`;
  const start = () =>
    startServer(
      {
        stateDirectory: fixture.stateDirectory,
        policy: stallingPolicy(fixture),
        redis: { url, leaseMs, nodeName: name, commandMs: COMMAND_MS },
      },
      { TMPDIR: fixture.temporary },
    );
  const node: ClusterNode = {
    ...{ name, fixture, way },
    server: await start(),
    async restart() {
      node.server = await start();
    },
  };
  return node;
}
