import { type AgentName, agentNames, agents } from '@dragoman/agents';
import { canonical } from '@dragoman/protocol';
import { describe, expect, test } from 'vitest';
import { type Recording, recordings } from '../recordings.js';
import { firstPromptOf } from './read-turn.js';

/** How much of a prompt is written down beside a recording, at least. */
const WRITTEN_DOWN = 200;

interface Prompted extends Recording {
  /** How many times the CLI was started. */
  readonly starts: number;
  /** What a person typed and the CLI took: several prompts may wait for one start. */
  readonly typed: readonly string[];
}

/** The session files beside which it is written down what a person typed. */
function promptedRecordings(name: AgentName): readonly Prompted[] {
  return recordings().flatMap((recording) => {
    if (recording.agent !== name || recording.view !== 'saved') return [];
    const { prompts = [], typed = prompts } = recording.meta();
    return typed.length === 0 ? [] : [{ ...recording, starts: prompts.length, typed }];
  });
}

describe.each(agentNames)('a list of the sessions of %s', (name) => {
  const { sessions } = agents[name].interpreter;

  test.each(promptedRecordings(name))(
    'has the first prompt that was typed and counts all, in the $scenario of $version',
    async ({ path, starts, typed }) => {
      const first = firstPromptOf(typed, canonical(await sessions.load(path)));
      const [listed] = await sessions.summarise([path], { exact: true });
      const [quick] = await sessions.summarise([path]);
      expect(beginning(listed?.firstPrompt)).toBe(beginning(first));
      expect(quick?.firstPrompt).toBe(listed?.firstPrompt);
      // The CLI may take several prompts that wait into one turn, and refuse one before it is a turn.
      expect(listed?.turns).toBeGreaterThanOrEqual(Math.min(starts, typed.length));
      expect(listed?.turns).toBeLessThanOrEqual(typed.length);
    },
  );
});

/** Gemini CLI up to 0.20 ends a prompt with empty lines. */
function beginning(prompt: string | undefined): string | undefined {
  return prompt?.slice(0, WRITTEN_DOWN).trimEnd();
}
