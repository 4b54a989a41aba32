import { errorMessage } from '@dragoman/protocol/internal';
import type { TestContainers } from '@dragoman/testkit';
import { waitUntil } from '@dragoman/testkit';
import type { PlayedAttack } from './attack.js';
import { createAttackFixture } from './attack-fixture.js';

type WaitingAttack = Pick<PlayedAttack, 'attack' | 'kind' | 'promised'>;

/** Plays one attack in a fixture made for it, and looks what is left. */
export async function playAttack(
  waiting: WaitingAttack,
  containers: TestContainers | undefined,
): Promise<PlayedAttack> {
  const { attack, kind, promised } = waiting;
  if (promised === 'open') return { ...waiting, complaints: [] };
  const fixture = await createAttackFixture(kind, kind === 'container' ? containers : undefined);
  try {
    const verdict = await attack.play(fixture);
    const isKept = verdict === 'stopped' || verdict === promised;
    const complaints = isKept ? [] : [`promised ${promised}, but ${verdict}`];
    return { ...waiting, verdict, complaints: [...complaints, ...(await leftIn(fixture))] };
  } catch (error) {
    return { ...waiting, complaints: [`could not be played: ${errorMessage(error)}`] };
  } finally {
    await fixture.remove();
  }
}

async function leftIn({
  remains,
}: {
  readonly remains: () => Promise<readonly string[]>;
}): Promise<readonly string[]> {
  let left: readonly string[] = [];
  const isEmpty = async () => {
    left = await remains();
    return left.length === 0;
  };
  await waitUntil('nothing is left', isEmpty, 10_000).catch(() => {});
  return left.map((what) => `left: ${what}`);
}
