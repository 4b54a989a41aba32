import { parseAllowedHosts } from '@dragoman/gateway';
import { DragomanError } from '@dragoman/protocol';
import type { TurnSettings } from '../turn/turn-options.js';

/** The address that a proxy could have, for who has to know before it is there that there will be one. */
export const supposedProxy = 'http://127.0.0.1:1';

/** Whether a turn has a door to hosts. */
export function hasHosts({ allowHosts = [] }: Pick<TurnSettings, 'allowHosts'>): boolean {
  return allowHosts.length > 0;
}

/**
 * The network of a turn: none where hosts are allowed, for only then their door is the one way out.
 * Throws `invalid_request` for a list that can't be read, and for another network beside it.
 */
export function networkOf(
  options: Pick<TurnSettings, 'allowHosts' | 'network'>,
): TurnSettings['network'] {
  const { allowHosts = [], network } = options;
  parseAllowedHosts(allowHosts);
  if (!hasHosts(options)) return network;
  if (network === undefined || network === 'none') return 'none';
  throw new DragomanError(
    'invalid_request',
    `With the network ${network} any host is reached, and \`allowHosts\` would mean nothing: leave out one of them.`,
  );
}
