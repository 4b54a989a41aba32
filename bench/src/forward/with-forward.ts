import { Agent } from 'node:http';
import { startForwardGateway } from '@dragoman/gateway';
import { type Answer, ask } from './ask.js';
import { startStreamingUpstream } from './streaming-upstream.js';

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
  const { token } = gateway.admit({});
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  try {
    return await measure({
      direct: (name) => ask({ url: upstream.url, key: 'bench-key', name, agent }),
      forwarded: (name) => ask({ url: gateway.url ?? '', key: token, name, agent }),
    });
  } finally {
    agent.destroy();
    await gateway.close();
    upstream.close();
  }
}
