import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test, vi } from 'vitest';
import { holdHome, releaseHome } from './home-lock.js';

const alive = () => Promise.resolve('alive' as const);
const gone = () => Promise.resolve('gone' as const);

test('one turn has a HOME until it lets go of it', () =>
  withThrowawayHome(async ({ home: folder }) => {
    const home = join(folder, 'home');
    await holdHome({ home, turnDirectory: '/turns/1', settle: alive });
    const second = holdHome({ home, turnDirectory: '/turns/2', settle: alive });
    await expect(second).rejects.toMatchObject({
      code: 'session_busy',
      message: expect.stringContaining('dragoman turns cancel 1'),
    });
    releaseHome(home, '/turns/2');
    await expect(
      holdHome({ home, turnDirectory: '/turns/2', settle: alive }),
    ).rejects.toMatchObject({ code: 'session_busy' });
    releaseHome(home, '/turns/1');
    await holdHome({ home, turnDirectory: '/turns/2', settle: alive });
    releaseHome(home, '/turns/2');
    expect(await readdir(folder)).toEqual([]);
  }));

test('the HOME of a turn whose owner died is had once that turn has been settled', () =>
  withThrowawayHome(async ({ home: folder }) => {
    const home = join(folder, 'home');
    await holdHome({ home, turnDirectory: '/turns/dead', settle: alive });
    const settle = vi.fn(gone);
    await holdHome({ home, turnDirectory: '/turns/2', settle });
    expect(settle.mock.calls).toEqual([['/turns/dead']]);
  }));

test('of many that take over from a dead one, one has it', () =>
  withThrowawayHome(async ({ home: folder }) => {
    const home = join(folder, 'home');
    await holdHome({ home, turnDirectory: '/turns/dead', settle: alive });
    const settle = async (turn: string) => (turn === '/turns/dead' ? 'gone' : 'alive');
    const claims = Array.from({ length: 20 }, (_none, index) =>
      holdHome({ home, turnDirectory: `/turns/${index}`, settle }),
    );
    const held = (await Promise.allSettled(claims)).filter(({ status }) => status === 'fulfilled');
    expect(held).toHaveLength(1);
  }));

test.each(['', '{"turn":', '{}'])('a lock that says only %j is an error that names it', (text) =>
  withThrowawayHome(async ({ home: folder }) => {
    const home = join(folder, 'home');
    await writeFile(`${home}.lock`, text);
    await expect(holdHome({ home, turnDirectory: '/turns/1', settle: gone })).rejects.toMatchObject(
      {
        code: 'session_lock_damaged',
        message: expect.stringContaining(`${home}.lock`),
      },
    );
    expect(await readdir(folder)).toEqual(['home.lock']);
  }),
);
