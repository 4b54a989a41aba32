import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { copyLines } from './copy-lines.js';

test('lines are changed one by one, and all other bytes stay', () =>
  withThrowawayHome(async ({ home }) => {
    const [from, to] = [join(home, 'from'), join(home, 'to')];
    const long = 'x'.repeat(200_000);
    const text = (name: string) =>
      Buffer.concat([
        Buffer.from(`${name}\r\n\n${long}\n`),
        Buffer.from([0xff, 0xfe, 0x0a]),
        Buffer.from('a\u2028b\nend'),
      ]);
    await writeFile(from, text('old'));
    await copyLines(from, to, (line) => line.replace('old', 'new'));
    expect(await readFile(to)).toEqual(text('new'));
  }));
