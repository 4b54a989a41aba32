import { readFile } from 'node:fs/promises';
import { isJsonObject, parseJson } from '@dragoman/protocol';
import type { TurnFixture } from '@dragoman/testkit';
import { z } from 'zod';

/** A step of a script in which the model calls a tool of the caller. */
export const calls = (tool: string, input: Record<string, unknown> = {}) => ({
  mcp: { server: 'caller', tool, arguments: input },
});

/** A tool that the SDK executes: the weather, or a failure instead. */
export const weather = {
  description: 'The weather in a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }: { city: string }) => {
    if (city === 'Atlantis') throw new Error('Atlantis is gone.');
    return { sky: `blue over ${city}` };
  },
};

/** What the agents of a fixture got for their calls of the caller's tools, turn by turn. */
export async function receivedIn(fixture: TurnFixture): Promise<string[][]> {
  const journals = (await fixture.written())
    .filter((path) => path.endsWith('events.ndjson'))
    .sort();
  return Promise.all(journals.map(async (path) => receivedBy(await readFile(path, 'utf8'))));
}

function receivedBy(journal: string): string[] {
  const called = new Set<unknown>();
  return journal.split('\n').flatMap((line) => {
    const parsed = parseJson(line);
    if (!parsed.ok || !isJsonObject(parsed.value)) return [];
    const { type, tool_id, tool_name, output, error } = parsed.value;
    if (type === 'tool_use' && String(tool_name).startsWith('mcp__caller__')) called.add(tool_id);
    if (type !== 'tool_result' || !called.has(tool_id)) return [];
    return [typeof output === 'string' ? output : JSON.stringify(output ?? error)];
  });
}
