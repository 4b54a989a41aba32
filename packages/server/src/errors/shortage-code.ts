import { shortageOf } from '@dragoman/protocol/internal';

/** The code for clients where something failed because there is no more of something, by its causes. */
export function shortageCode(thrown: unknown): 'disk_full' | 'out_of_resources' | undefined {
  const shortage = shortageOf(thrown);
  return shortage === undefined || shortage === 'disk_full' ? shortage : 'out_of_resources';
}
