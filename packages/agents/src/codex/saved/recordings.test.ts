import { type DragomanEvent, reduce } from '@dragoman/protocol';
import { type Recording, recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { createTranslator } from '../../interpret/translator.js';
import { createCodexSaved } from '../saved.js';

const saved = recordings().filter(({ agent, view }) => agent === 'codex' && view === 'saved');
const named = saved.map(
  (recording) => [`${recording.version} ${recording.scenario}`, recording] as const,
);

function read(recording: Recording) {
  const translator = createTranslator(createCodexSaved());
  const events = [...translator.push(recording.bytes()), ...translator.flush()];
  return { events, stats: translator.stats() };
}

/** What makes up a conversation, whichever version wrote it. */
function countsOf(events: readonly DragomanEvent[]) {
  const { messages, unanswered, orphanResults } = reduce(events, { source: 'saved' });
  const real = messages.filter(({ synthetic }) => synthetic === undefined);
  const blocks = real.flatMap(({ role, content }) =>
    content.map((block) => `${role} ${block.type}`),
  );
  const count = (name: string) => blocks.filter((block) => block === name).length;
  return {
    user: count('user text'),
    assistant: count('assistant text'),
    thoughts: count('assistant thinking'),
    calls: count('assistant tool_use'),
    results: count('assistant tool_result'),
    unanswered: unanswered.length,
    orphans: orphanResults.length,
  };
}

const CONTEXT = 'environment_context';

test('there are recordings of every era', () => {
  expect(new Set(saved.map(({ version }) => version)).size).toBeGreaterThanOrEqual(6);
});

describe.each(named)('%s', (_, recording) => {
  const { events, stats } = read(recording);
  const transcript = reduce(events, { source: 'saved', agent: 'codex' });

  test('holds nothing that no rule covers', () => {
    expect(stats.dispositions.unknown + stats.malformed).toBe(0);
  });

  test('has no two messages with the same id', () => {
    const ids = transcript.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has the prompt, first, as the person wrote it', () => {
    const prompts = transcript.messages.filter(
      ({ role, synthetic }) => role === 'user' && synthetic === undefined,
    );
    expect(prompts.length).toBeGreaterThan(0);
    // Unless it is what the person asks about.
    const isAsked = recording.meta().prompts?.some((prompt) => prompt.includes(CONTEXT)) === true;
    if (!isAsked) expect(JSON.stringify(prompts)).not.toContain(CONTEXT);
  });

  test('gives a time to every event, except in the era without times', () => {
    const isBare = stats.natives.has('bare/header');
    const timeless = events.filter(({ ts }) => ts === undefined);
    if (!isBare) expect(timeless).toEqual([]);
  });
});

/** What every version does alike in a scenario; the scenarios in which tools differ are left out. */
const ALIKE: Readonly<Record<string, Partial<ReturnType<typeof countsOf>>>> = {
  hello: { user: 1, assistant: 1, calls: 0 },
  multi: { user: 1, assistant: 2, thoughts: 2, calls: 2, results: 2 },
  shell: { user: 1, calls: 1, results: 1 },
  shellfail: { user: 1, calls: 1, results: 1 },
  parallel: { user: 1, calls: 2, results: 2 },
  mcp: { user: 1, calls: 1, results: 1 },
  mcpfail: { user: 1, calls: 1, results: 1 },
  patch: { user: 1, assistant: 1, calls: 1, results: 1 },
  empty: { user: 1, assistant: 0, calls: 0 },
  http400: { user: 1, assistant: 0, calls: 0 },
};

describe.each(Object.entries(ALIKE))('every version says the same of %s', (scenario, expected) => {
  const versions = saved.filter((recording) => recording.scenario === scenario);
  test.each(versions.map((recording) => [recording.version, recording] as const))(
    '%s',
    (_, recording) => {
      expect(countsOf(read(recording).events)).toMatchObject({
        ...expected,
        unanswered: 0,
        orphans: 0,
      });
    },
  );
});

/** The oldest versions save no usage; in the other the scripted model reports other figures. */
const OTHER_FIGURES = new Set(['0.20.0', '0.29.0', 'compact', 'a-compaction']);

/** Each call of the scripted model reports 1000 tokens in, 600 of them cached, and 50 out, 10 of them thought. */
test.each(
  named.filter(
    ([, { version, scenario }]) => !OTHER_FIGURES.has(version) && !OTHER_FIGURES.has(scenario),
  ),
)('adds up what the model reported: %s', (_, recording) => {
  const { events } = read(recording);
  const usage = events.filter((event) => event.type === 'usage');
  const calls = usage.reduce((sum, { input_tokens }) => sum + input_tokens / 1000, 0);
  for (const figures of usage) {
    const own = figures.input_tokens / 1000;
    expect(figures).toMatchObject({
      cached_input_tokens: own * 600,
      output_tokens: own * 50,
      reasoning_tokens: own * 10,
    });
  }
  expect(Number.isInteger(calls)).toBe(true);
  if (recording.scenario === 'multi') expect(calls).toBe(3);
  if (recording.scenario === 'hello') expect(calls).toBe(1);
});

function eventsOf(version: string, scenario: string): readonly DragomanEvent[] {
  const found = saved.find((each) => each.version === version && each.scenario === scenario);
  if (found === undefined) throw new Error(`There is no recording of ${scenario} in ${version}.`);
  return read(found).events;
}

test('puts a web search before the answer it led to, which 0.64 saves first', () => {
  const said = eventsOf('0.64.0', 'a-web-search').flatMap((event) => {
    if (event.type === 'reasoning') return event.content;
    if (event.type === 'tool_use') return event.tool_name;
    return event.type === 'message' && event.role === 'assistant' ? event.content : [];
  });
  expect(said).toEqual(['I look it up.', 'WebSearch', 'Found.', 'They are ripe.', 'Bash', 'Done.']);
});

test('leaves out the header that 0.117 puts before the output of a command', () => {
  const results = eventsOf('0.117.0', 'commands-that-take-a-while').filter(
    (event) => event.type === 'tool_result',
  );
  expect(results.map(({ output }) => output)).toEqual(['early\nlate\n', 'early\n', 'late\n']);
});

test('keeps the parts of a message apart, as 0.80 prints them', () => {
  const said = eventsOf('0.80.0', 'a-message-of-two-parts').flatMap((event) =>
    event.type === 'message' && event.role === 'assistant' ? event.content : [],
  );
  expect(said).toEqual(['One. ', 'Two.', 'same', 'same']);
});

test.each(['0.80.0', '0.166.0'])('reads MCP results with empty parts, in %s', (version) => {
  const outputs = eventsOf(version, 'results-of-tool-servers').flatMap((event) =>
    event.type === 'tool_result' ? [event.output] : [],
  );
  expect(outputs).toHaveLength(8);
  expect(outputs.slice(3, 5)).toEqual(['', 'one\n\nthree']);
});

test('counts what each turn of a session used that 0.40 resumed', () => {
  const used = eventsOf('0.40.0', 'four-resumes').flatMap((event) =>
    event.type === 'usage' ? event.total_tokens : [],
  );
  expect(used).toEqual([2100, 1050, 1050, 2100, 1050]);
});

test('shows a patch that 0.61 gave to the shell as the command that failed', () => {
  const events = eventsOf('0.61.0', 'patches-of-all-sorts');
  const calls = events.flatMap((event) => (event.type === 'tool_use' ? event.tool_name : []));
  const codes = events.flatMap((event) => (event.type === 'tool_result' ? [event.exit_code] : []));
  expect(calls).toEqual(['Bash', 'Bash', 'Bash', 'Bash', 'Edit']);
  expect(codes).toEqual([127, 127, 127, 127, undefined]);
});
