import type { ExecutableCandidate, Platform } from '../agent.js';

/** The names of the systems in OpenCode's packages. */
const SYSTEM: Readonly<Record<Platform['os'], string>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
};

/**
 * The program is in a package per platform, in variants: `baseline` for x64 processors without
 * AVX2, `musl` for Linux systems with that C library. The likeliest comes first; the others may
 * still start where the guess was wrong.
 */
export function opencodeExecutables(platform: Platform): readonly ExecutableCandidate[] {
  const program = platform.os === 'win32' ? 'opencode.exe' : 'opencode';
  const base = `opencode-${SYSTEM[platform.os]}-${platform.arch}`;
  return variants(platform).map((variant) => ({
    path: `${base}${variant}/bin/${program}`,
    kind: 'native',
  }));
}

function variants(platform: Platform): readonly string[] {
  const processors = platform.arch === 'arm64' ? [''] : preferred(platform.avx2, '', '-baseline');
  if (platform.os !== 'linux') return processors;
  const libraries = preferred(platform.libc === 'glibc', '', '-musl');
  return libraries.flatMap((library) => processors.map((processor) => `${processor}${library}`));
}

function preferred(first: boolean, one: string, other: string): readonly string[] {
  return first ? [one, other] : [other, one];
}
