import type { HostedToolKind } from '@dragoman/gateway';
import type { ErrorEvent } from '@dragoman/protocol';
import type { JournalWriter } from '../journal/open-journal.js';

/** Puts into a turn's journal what was taken out of its agent's requests. */
export interface RemovalReport {
  report(kinds: readonly HostedToolKind[]): void;
  reportIn(journal: Pick<JournalWriter, 'append'>): void;
}

const WORDS: Readonly<Record<HostedToolKind, string>> = {
  web_search: 'web search',
  web_fetch: 'fetching pages',
  code_execution: 'running code at the provider',
  file_search: 'searching files at the provider',
  mcp: 'calling servers from the provider',
  computer: 'using a screen',
  image_generation: 'making images',
  maps: 'maps',
  url_input: 'inputs from addresses',
  files: 'files at the provider',
  stored_content: 'content kept at the provider',
  other: 'something unknown',
};

export function createRemovalReport(): RemovalReport {
  let journal: Pick<JournalWriter, 'append'> | undefined;
  const early: HostedToolKind[] = [];

  const emit = (kinds: readonly HostedToolKind[]): void => {
    if (kinds.length === 0) return;
    try {
      journal?.append(removalEvent(kinds));
    } catch {
      // A journal that takes no more fails the turn where it matters.
    }
  };

  return {
    report(kinds) {
      if (journal === undefined) early.push(...kinds);
      else emit(kinds);
    },
    reportIn(given) {
      journal = given;
      emit(early.splice(0));
    },
  };
}

function removalEvent(kinds: readonly HostedToolKind[]): ErrorEvent {
  const what = kinds.map((kind) => WORDS[kind]).join(', ');
  const search = kinds.includes('web_search') ? ' or --allow-web-search' : '';
  return {
    type: 'error',
    fatal: false,
    code: 'hosted_tool_removed',
    message: `The agent offered its model what this turn's provider may not do, and that was taken out: ${what}. Allow it with hostedTools: ${JSON.stringify(kinds)}${search}.`,
  };
}
