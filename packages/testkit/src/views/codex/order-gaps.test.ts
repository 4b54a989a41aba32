import type { CanonicalBlock } from '@dragoman/protocol';
import { expect, test } from 'vitest';
import { levelViews } from '../view-gap.js';
import { orderGaps } from './order-gaps.js';

const think = (text: string): CanonicalBlock => ({ role: 'assistant', kind: 'thinking', text });
const call = (command: string): CanonicalBlock => ({
  role: 'assistant',
  kind: 'tool',
  name: 'Bash',
  input: JSON.stringify({ command }),
});

function levelled(live: readonly CanonicalBlock[], saved: readonly CanonicalBlock[]) {
  const usage = undefined;
  const views = levelViews({ live: { blocks: live, usage }, saved: { blocks: saved, usage } }, [
    ...orderGaps,
  ]);
  return [views.live.blocks, views.saved.blocks];
}

test('a thought that live shows before the calls it came behind is put behind them', () => {
  const saved = [call('1'), call('2'), think('b'), call('3')];
  const [live, other] = levelled([think('b'), call('2'), call('1'), call('3')], saved);
  expect(live).toEqual(other);
  expect(other).toEqual(saved);
});

test('so is one behind which the calls come in another order, too', () => {
  const [live, saved] = levelled(
    [think('b'), call('3'), call('1')],
    [call('1'), think('b'), call('3')],
  );
  expect(live).toEqual(saved);
});

test('so are several of which each came behind another call', () => {
  const saved = [call('1'), think('b'), call('2'), think('c')];
  expect(levelled([think('b'), think('c'), call('1'), call('2')], saved)[0]).toEqual(saved);
  const otherOrder = [think('c'), think('b'), call('1'), call('2')];
  expect(levelled(otherOrder, saved)[0]).toEqual(otherOrder);
});

test('a thought stays where the calls around it are others', () => {
  const live = [think('b'), call('1'), call('4')];
  expect(levelled(live, [call('1'), call('2'), think('b')])[0]).toEqual(live);
  expect(levelled(live, [think('b'), call('1'), call('4')])[0]).toEqual(live);
});
