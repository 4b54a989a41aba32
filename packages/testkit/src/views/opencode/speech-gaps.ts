import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice, leaveOut, without } from '../level-views.js';
import type { SessionView, SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

/** What only one view says of what was asked, said and thought, and of what became of it. */
export const speechGaps: readonly ViewGap[] = [
  {
    id: 'prompts',
    missingIn: 'live',
    what: 'what the user says',
    level: leaveOut('saved', ({ role }) => role === 'user'),
  },
  {
    id: 'thoughts',
    missingIn: 'live',
    what: 'thoughts, without `--thinking`',
    level: leaveOutThoughts,
  },
  {
    id: 'summaries',
    missingIn: 'live',
    what: 'that earlier messages were compacted: the summary looks like something the agent said',
    level: leaveOutSummaries,
  },
  {
    id: 'overflows',
    missingIn: 'saved',
    what: 'that the conversation was too long for the model, and was compacted for that',
    since: '1.2.20',
    level: leaveOut('live', isNotice('warning')),
  },
  {
    id: 'early-failures',
    missingIn: 'saved',
    what: 'why a turn failed before the model was asked',
    since: '1.1.56',
    level: leaveOutEarlyFailures,
  },
  {
    id: 'broken-replies',
    missingIn: 'live',
    what: 'what a reply had said when it broke off and the turn failed',
    since: '1.14.34',
    until: '1.18.11',
    level: leaveOutBroken,
  },
  {
    id: 'refusals',
    missingIn: 'live',
    what: 'that a turn ended because a call was refused',
    since: '1.1.53',
    until: '1.2.6',
    level: leaveOut('saved', isNotice('aborted')),
  },
];

/** Only where live has none at all: with `--thinking` it has them all. */
function leaveOutThoughts(views: SessionViews): SessionViews {
  const isThought = ({ kind }: CanonicalBlock): boolean => kind === 'thinking';
  return views.live.blocks.some(isThought) ? views : leaveOut('saved', isThought)(views);
}

/** Only where the session says nothing of any failure. */
function leaveOutEarlyFailures(views: SessionViews): SessionViews {
  const isFailure = isNotice('error');
  return views.saved.blocks.some(isFailure) ? views : leaveOut('live', isFailure)(views);
}

/** Each summary, and the one text of the same words in the live view. */
function leaveOutSummaries({ live, saved }: SessionViews): SessionViews {
  const isSummary = isNotice('compacted');
  const summaries = saved.blocks.flatMap((block) =>
    isSummary(block) && 'text' in block ? [block.text] : [],
  );
  return { live: withoutTexts(live, summaries), saved: without(saved, isSummary) };
}

function withoutTexts(view: SessionView, texts: readonly string[]): SessionView {
  const left = [...texts];
  return without(view, (block) => {
    const at = block.kind === 'text' ? left.indexOf(block.text) : -1;
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

/** The words and thoughts right before a failure, as far as live doesn't have them before the same one. */
function leaveOutBroken({ live, saved }: SessionViews): SessionViews {
  const said = wordsBeforeFailures(live.blocks);
  const lacking = wordsBeforeFailures(saved.blocks).flatMap((words, index) => {
    const printed = said[index] ?? words;
    const isBeginning = isDeepStrictEqual(words.slice(0, printed.length), printed);
    return isBeginning ? words.slice(printed.length) : [];
  });
  const left = new Set(lacking);
  return { live, saved: without(saved, (block) => left.has(block)) };
}

/** For each failure, what is said and thought right before it. */
function wordsBeforeFailures(blocks: readonly CanonicalBlock[]): readonly CanonicalBlock[][] {
  const isFailure = isNotice('error');
  const found: CanonicalBlock[][] = [];
  let words: CanonicalBlock[] = [];
  for (const block of blocks) {
    if (isFailure(block)) found.push(words);
    const isSpeech = block.kind === 'text' || block.kind === 'thinking';
    words = isSpeech && block.role === 'assistant' ? [...words, block] : [];
  }
  return found;
}
