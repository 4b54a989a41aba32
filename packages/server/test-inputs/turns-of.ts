import { type TurnResource, turnPage } from '@dragoman/protocol/http';
import type { ServerFixture } from './server-fixture.js';

/** The turns that a client has, the latest first. */
export async function turnsOf(
  { get }: Pick<ServerFixture, 'get'>,
  { conversation, key }: { readonly conversation?: string; readonly key?: string },
): Promise<readonly TurnResource[]> {
  const query = conversation === undefined ? '' : `?conversation=${conversation}`;
  const response = await get(`/v1/turns${query}`, key ? { authorization: `Bearer ${key}` } : {});
  return turnPage.parse(await response.json()).turns;
}
