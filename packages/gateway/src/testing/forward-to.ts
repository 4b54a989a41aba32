import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type ForwardGatewayOptions,
  startForwardGateway,
} from '../forward/start-forward-gateway.js';
import type { createClosing } from './closing.js';
import { type SeenRequest, startLocalUpstream } from './local-upstream.js';

/** The key that no client may ever see. */
export const REAL_KEY = 'sk-real-0123456789abcdefghijklmnopqrstuvwxyz';

/** A forward gateway in front of a local provider that answers all three dialects as it is told. */
export async function forwardTo(
  closing: ReturnType<typeof createClosing>,
  answer: (response: ServerResponse, seen: SeenRequest, request: IncomingMessage) => void,
  options: Partial<ForwardGatewayOptions> & { basePath?: string } = {},
) {
  const { basePath = '', ...gatewayOptions } = options;
  const upstream = closing(await startLocalUpstream(answer));
  const target = { baseUrl: upstream.url + basePath, key: REAL_KEY };
  const gateway = closing(
    await startForwardGateway({
      upstreams: { openai: target, anthropic: target, gemini: target },
      ...gatewayOptions,
    }),
  );
  return { upstream, gateway };
}
