import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentNames, agents } from '@dragoman/agents';
import { describe, expect, test } from 'vitest';
import { agentsImageFolder, agentsImageName } from './agents-image.js';

const LIBRARIES = ['glibc', 'musl'] as const;
const PROCESSORS = ['x64', 'arm64'] as const;
const LONGEST_LINE = 100;

describe("the agents' image", () => {
  test('is built with the versions of the registry, unless others are asked for', () => {
    const text = readFileSync(join(agentsImageFolder(), 'Containerfile'), 'utf8');
    const defaults = agentNames.map((name) => {
      const [, version] =
        new RegExp(`^ARG ${name.toUpperCase()}_VERSION=(.*)$`, 'm').exec(text) ?? [];
      return [name, version];
    });
    expect(defaults).toEqual(agentNames.map((name) => [name, agents[name].version]));
  });

  test.each(agentNames)('installs %s, and says in a label which version', (name) => {
    const text = readFileSync(join(agentsImageFolder(), 'Containerfile'), 'utf8');
    const version = `${name.toUpperCase()}_VERSION`;
    const [install] = [...text.matchAll(/^RUN (?:.*\\\n)*.*$/gm)].filter(([step]) =>
      step.endsWith(`install-agent.mjs ${name} "$${version}"`),
    );
    expect(install).toBeDefined();
    expect(text.split('\n')).toContain(`LABEL dragoman.agent.${name}="\${${version}}"`);
  });

  test('finds programs where installs find them', async () => {
    const table = agentNames.map((name) => {
      const folders = PROCESSORS.flatMap((arch) =>
        LIBRARIES.map((libc) => {
          // An image goes to other machines than the one that built it.
          const platform = { os: 'linux', arch, libc, avx2: false } as const;
          return [`${arch}-${libc}`, agents[name].executables(platform)];
        }),
      );
      const { packageName } = agents[name];
      return [name, { package: packageName, executables: Object.fromEntries(folders) }];
    });
    const file = join(agentsImageFolder(), 'agents.json');
    await expect(formatted(Object.fromEntries(table))).toMatchFileSnapshot(file);
  });

  test('holds packages to the hashes that installs are held to', async () => {
    const table = agentNames.map((name) => [name, agents[name].pinned]);
    const file = join(agentsImageFolder(), 'pinned.json');
    await expect(formatted(Object.fromEntries(table))).toMatchFileSnapshot(file);
  });

  test('is called after what is in it', () => {
    const none = Object.fromEntries(agentNames.map((name) => [name, '']));
    expect(agentsImageName({ ...none, codex: '0.58.0' })).toBe('dragoman-agents:codex-0.58.0');
    for (const name of agentNames) {
      expect(agentsImageName()).toContain(`${name}-${agents[name].version}`);
    }
  });
});

/** As the formatter has it. `vitest -u` writes the files anew. */
function formatted(content: object): string {
  const text = JSON.stringify(content, undefined, 2);
  const joined = text.replace(/^( *)(.*)\[\n([^[\]{}]*)\n\s*\]/gm, (whole, ...parts: string[]) => {
    const [indent = '', before = '', items = ''] = parts;
    const line = `${indent}${before}[${items.trim().split(/,\s*/).join(', ')}]`;
    return line.length <= LONGEST_LINE ? line : whole;
  });
  return `${joined}\n`;
}
