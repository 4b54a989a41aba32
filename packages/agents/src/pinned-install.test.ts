import { describe, expect, test } from 'vitest';
import { agentNames, agents } from './agents.js';

const pinnedNames = agentNames.filter((name) => agents[name].pinned !== undefined);

describe.each(pinnedNames)('the pinned packages of %s', (name) => {
  const { pinned, version, packageName, executables } = agents[name];

  test('are those of the version that is used when nobody asks for another', () => {
    expect(pinned?.version, 'run npm run pin-agents').toBe(version);
    expect(pinned?.packages[`node_modules/${packageName}`]).toMatchObject({ version });
  });

  test('all have a hash that nobody can make another package for', () => {
    for (const { integrity } of Object.values(pinned?.packages ?? {})) {
      expect(integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });

  test('have the program of every platform, or say which they lack', () => {
    const wanted = pinned?.packages[`node_modules/${packageName}`]?.optionalDependencies ?? {};
    const platforms = (['linux', 'darwin', 'win32'] as const).flatMap((os) =>
      (['x64', 'arm64'] as const).map((arch) => ({ os, arch, libc: 'glibc', avx2: true }) as const),
    );
    const programs = platforms.flatMap(executables).map(({ path }) => path);
    for (const dependency of Object.keys(wanted)) {
      if (!programs.some((path) => path.startsWith(`${dependency}/`))) continue;
      const isKnown = `node_modules/${dependency}` in (pinned?.packages ?? {});
      expect(isKnown || pinned?.unknown.includes(dependency), dependency).toBe(true);
    }
  });
});
