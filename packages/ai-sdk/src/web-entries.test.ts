import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';

/** The entries that run where there is no Node: in edge runtimes, workers and pages. */
const ENTRIES = {
  remote: "typeof entry.createRemoteTurns({ url: 'http://127.0.0.1' }).start",
  ui: 'typeof entry.createUiMapper().push',
};

describe.each(['remote', 'ui'] as const)('the entry %s', (name) => {
  test('loads no Node module, and needs no global of Node', async () => {
    const complaints: string[] = [];
    const build = await rolldown({
      input: fileURLToPath(new URL(`${name}/index.ts`, import.meta.url)),
      platform: 'browser',
      resolve: { conditionNames: ['dragoman-source', 'browser', 'import', 'default'] },
      onLog: (level, { message }) => {
        if (level === 'warn') complaints.push(message);
      },
    });
    const { output } = await build.generate({ format: 'iife', name: 'entry' });
    await build.close();
    expect(complaints).toEqual([]);
    expect(output.flatMap((part) => ('imports' in part ? part.imports : []))).toEqual([]);
    const [{ code }] = output;
    expect(code).not.toMatch(/["']node:/);
    // A context has the globals of the language; the web's are given, Node's are not there.
    const web = { URL, URLSearchParams, TextEncoder, TextDecoder, AbortController, AbortSignal };
    const given = { ...web, fetch, setTimeout, clearTimeout, crypto, ReadableStream };
    expect(runInNewContext(`${code}\n${ENTRIES[name]}`, given)).toBe('function');
  });
});
