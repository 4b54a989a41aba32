import { readFileSync } from 'node:fs';
import { type DragomanEvent, encodeEvent, finalMessage, reduce } from '@dragoman/protocol';
import { recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { agentNames, agents } from './agents.js';
import { createTranslator } from './interpret/translator.js';

/** The reader on the page, as a program that imports nothing. */
const page = readFileSync(new URL('../../../docs/events.md', import.meta.url), 'utf8');
const [, code = ''] = /```js\n(.*?)```/s.exec(page) ?? [];
const { readTexts }: { readTexts(ndjson: string): string[] } = await import(
  `data:text/javascript,${encodeURIComponent(code)}`
);

test('the reader on the page has at most 30 lines and imports nothing', () => {
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(30);
  expect(code).not.toMatch(/\b(import|require)\b/);
});

/** What a loop gives that knows nothing of ids, but for texts that are replaced. */
function textPlusContent(events: readonly DragomanEvent[]): string {
  const messages = events.filter((event) => event.type === 'message' && event.role === 'assistant');
  const replaced = new Set(messages.flatMap((event) => ('replaces' in event ? event.id : [])));
  let text = '';
  for (const event of messages) {
    if (event.type !== 'message') continue;
    if (!replaced.has(event.id) || event.replaces === true) text += event.content;
  }
  return text;
}

const ENDED: DragomanEvent = { type: 'end', status: 'success' };

/** Then its last text may be incomplete. */
function brokeOff(events: readonly DragomanEvent[]): boolean {
  return events.some(
    (event) => event.type === 'turn' && (event.status === 'failed' || event.status === 'aborted'),
  );
}

function lastOwnText(events: readonly DragomanEvent[]): string | undefined {
  const isOwn = (event: DragomanEvent) => !('parent_tool_id' in event && event.parent_tool_id);
  const own = reduce(events.filter(isOwn)).messages.filter(({ role }) => role === 'assistant');
  const texts = own.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'text' ? block.text : [])),
  );
  return texts.findLast((text) => text.trim() !== '');
}

describe.each(agentNames)('the reader gives the texts of %s', (name) => {
  const recorded = recordings().filter(({ agent }) => agent === name);

  test.each(['live', 'saved'] as const)('in every %s recording', (view) => {
    const seen = recorded.filter((recording) => recording.view === view);
    expect(seen).not.toHaveLength(0);
    for (const { path, version, bytes } of seen) {
      const { interpreter } = agents[name];
      const translator = createTranslator(
        view === 'live' ? interpreter.live({ version }) : interpreter.saved(),
      );
      const events = [...translator.push(bytes()), ...translator.flush()];
      const said = reduce(events).messages.flatMap(({ role, content }) =>
        role === 'assistant'
          ? content.flatMap((block) => (block.type === 'text' ? block.text : []))
          : [],
      );
      expect(readTexts(events.map(encodeEvent).join('')), path).toEqual(said);
      expect(textPlusContent(events), path).toBe(said.join(''));
      if (!brokeOff(events)) {
        expect(finalMessage([...events, ENDED]), path).toBe(lastOwnText(events));
      }
    }
  });
});
