import { expect, test } from 'vitest';
import { detectPlatform } from './verify-install.js';

test('knows the machine it runs on', async () => {
  expect(await detectPlatform()).toEqual({
    os: process.platform,
    arch: process.arch,
    libc: expect.stringMatching(/^(glibc|musl)$/),
    avx2: expect.any(Boolean),
  });
});
