import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { readStdin } from './turn-command.js';

test('puts files into what a program is to read, in base64', () =>
  withThrowawayHome(async ({ workspace }) => {
    await writeFile(join(workspace, 'a.bin'), new Uint8Array([0, 255, 65]));
    const absolute = { base64Of: join(workspace, 'a.bin') };
    expect(await readStdin(['<', { base64Of: 'a.bin' }, '>', absolute], workspace)).toBe(
      '<AP9B>AP9B',
    );
    expect(await readStdin('plain', workspace)).toBe('plain');
  }));
