import { Agent } from 'node:http';
import { startForwardGateway } from '@dragoman/gateway';
import { type Answer, ask } from './ask.js';
import { startStreamingUpstream } from './streaming-upstream.js';

/** Fewer than a turn may have under way. */
const STREAMS_PER_TURN = 50;

export interface Roads {
  direct(name: string): Promise<Answer>;
  forwarded(name: string): Promise<Answer>;
}

/** Runs `measure` with one upstream and two roads to it: straight, and through a forward gateway. */
export async function withForward<T>(
  options: { eventsPerStream: number; connections: number },
  measure: (roads: Roads) => Promise<T>,
): Promise<T> {
  const upstream = await startStreamingUpstream(options.eventsPerStream);
  const gateway = await startForwardGateway({
    upstreams: { openai: { baseUrl: `${upstream.url}/v1`, key: 'bench-key' } },
  });
  // As a turn without a network is admitted, so that what is checked is paid for here, too.
  const policy = { hostedTools: 'deny', models: ['bench'] } as const;
  const turns = Math.ceil(options.connections / STREAMS_PER_TURN);
  const tokens = Array.from({ length: turns }, () => gateway.admit({ policy }).token);
  let next = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  try {
    return await measure({
      direct: (name) => ask({ url: upstream.url, key: 'bench-key', name, agent }),
      forwarded: (name) => {
        const key = tokens[next++ % turns] ?? '';
        return ask({ url: gateway.url ?? '', key, name, agent });
      },
    });
  } finally {
    agent.destroy();
    await gateway.close();
    upstream.close();
  }
}
