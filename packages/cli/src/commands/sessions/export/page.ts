import type { LoadedSession } from '@dragoman/agents';
import type { UnifiedContent, UnifiedMessage } from '@dragoman/protocol';
import { formatTokens } from '../../../terminal/text/format-usage.js';
import { harmlessLine } from '../../../terminal/text/harmless-text.js';
import { type Part, partsOf } from './page-parts.js';

/** A conversation as a page to keep, whatever it is written as. */
export interface Page {
  readonly title: string;
  /** Facts about the session: a name and a value each. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly sections: readonly Section[];
}

/** What one speaker said and did in a row. */
export interface Section {
  readonly speaker: string;
  /** In ISO 8601. Absent where the agent recorded none. */
  readonly time?: string;
  /** Whether it is a sub-agent's. */
  readonly isNested: boolean;
  readonly parts: readonly Part[];
}

const LONGEST_TITLE = 80;

/** The page of a session: what was said and done, without the context that the agent was given. */
export function pageOf(session: LoadedSession, agent: string): Page {
  const said = session.messages.filter(({ synthetic }) => synthetic === undefined);
  const first = said.find(({ role }) => role === 'user')?.content.find(isText);
  const { id, version, modelId, cwd } = session.session ?? {};
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Agent', [agent, version].filter(Boolean).join(' ')],
    ['Model', modelId],
    ['Folder', cwd],
    ['Session', id],
    ['Began', timeOf(said[0])],
    ['Tokens', session.usage && formatTokens(session.usage)],
  ];
  return {
    title: oneLine(first?.text ?? '') || `A session of ${agent}`,
    facts: facts.flatMap(([name, value]) => (value ? [[name, harmlessLine(value)] as const] : [])),
    sections: sectionsOf(said, cwd),
  };
}

function sectionsOf(messages: readonly UnifiedMessage[], cwd: string | undefined): Section[] {
  const sections: (Section & { readonly parts: Part[] })[] = [];
  for (const message of messages) {
    const parts = partsOf(message.content, { isAgent: message.role === 'assistant', cwd });
    if (parts.length === 0) continue;
    // The result of a call is a message of the user, which no user wrote.
    const isResult = message.content.every(({ type }) => type === 'tool_result');
    const speaker = message.role === 'user' && !isResult ? 'You' : message.tool;
    const isNested = message.parentToolUseId !== undefined;
    const last = sections.at(-1);
    if (last?.speaker === speaker && last.isNested === isNested) {
      last.parts.push(...parts);
      continue;
    }
    const time = timeOf(message);
    sections.push({ speaker, isNested, parts, ...(time !== undefined && { time }) });
  }
  return sections;
}

function isText(block: UnifiedContent): block is Extract<UnifiedContent, { type: 'text' }> {
  return block.type === 'text';
}

function timeOf(message: UnifiedMessage | undefined): string | undefined {
  return message !== undefined && message.timestamp > 0
    ? new Date(message.timestamp).toISOString()
    : undefined;
}

function oneLine(text: string): string {
  const line = harmlessLine(text).replace(/\s+/g, ' ').trim();
  return line.length > LONGEST_TITLE ? `${line.slice(0, LONGEST_TITLE - 1)}…` : line;
}
