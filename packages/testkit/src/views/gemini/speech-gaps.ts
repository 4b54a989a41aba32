import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice, isUnanswered, leaveOut, rewrite } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { leaveOutSurplus } from './leave-out-surplus.js';
import { orderLikeSaved } from './order-like-saved.js';

/** What only one view says of what was asked, said and thought. */
export const speechGaps: readonly ViewGap[] = [
  {
    id: 'thoughts',
    missingIn: 'live',
    what: 'thoughts',
    level: leaveOut('saved', ({ kind }) => kind === 'thinking'),
  },
  {
    id: 'images-of-prompts',
    missingIn: 'live',
    what: 'images that a prompt names',
    since: '0.28.1',
    level: leaveOut('saved', ({ role, kind }) => role === 'user' && kind === 'image'),
  },
  {
    id: 'invisible-characters',
    missingIn: 'saved',
    what: 'joiners, direction marks and other characters without width, and HTML comments, in what the model says',
    since: '0.54.4',
    level: leaveOutInvisible,
  },
  {
    id: 'broken-off-replies',
    missingIn: 'saved',
    what: 'what was streamed of a reply that then broke off',
    level: leaveOutBrokenOff,
  },
  {
    id: 'joined-replies',
    missingIn: 'live',
    what: 'where a reply ends that has nothing between it and the next',
    since: '0.16.0',
    until: '0.53.0',
    level: joinReplies,
  },
  {
    id: 'earlier-tries',
    missingIn: 'saved',
    what: 'what was streamed of a reply that was then tried again, with success: it is joined to the next try',
    since: '0.35.0',
    level: leaveOutEarlierTries,
  },
  {
    id: 'order-in-a-reply',
    missingIn: 'saved',
    what: 'what the model said after it had made its calls: the file has all of a reply before them',
    level: orderLikeSaved,
  },
  {
    id: 'compactions',
    missingIn: 'live',
    what: 'that earlier messages were compressed, and their summary',
    since: '0.44.0',
    level: leaveOut('saved', isNotice('compacted')),
  },
  {
    id: 'refused-prompts',
    missingIn: 'saved',
    what: 'prompts that a hook refused',
    since: '0.19.1',
    level: leaveOutRefused,
  },
  {
    id: 'refusals-of-hooks',
    missingIn: 'saved',
    what: 'that a hook refused something, why, and what it said in place of the model',
    since: '0.42.0',
    level: leaveOutRefusals,
  },
  {
    id: 'words-of-hooks',
    missingIn: 'saved',
    what: 'what a hook said in place of the model',
    since: '0.25.0',
    until: '0.41.2',
    level: leaveOutWordsOfHooks,
  },
  {
    id: 'failures',
    missingIn: 'saved',
    what: 'that a turn failed, and why',
    level: leaveOut('live', isNotice('error')),
  },
  {
    id: 'cut-off-turns',
    missingIn: 'saved',
    what: 'that a turn was cut off',
    level: leaveOut('live', isNotice('aborted')),
  },
];

const INVISIBLE = /[\u200B-\u200F\uFEFF]/g;
const COMMENT = /<!--[\s\S]*?-->/g;

/** As Gemini CLI does it: characters first, then comments until there are none. */
function leaveOutInvisible(views: SessionViews): SessionViews {
  const level = rewrite('live', (block) =>
    block.kind === 'text' && block.role === 'assistant'
      ? { ...block, text: visible(block.text) }
      : block,
  );
  return leaveOut('live', (block) => block.kind === 'text' && block.text === '')(level(views));
}

function visible(text: string): string {
  let shown = text.replaceAll(INVISIBLE, '');
  while (shown.search(COMMENT) !== -1) shown = shown.replaceAll(COMMENT, '');
  return shown.trim();
}

const isFailure = isNotice('error', 'aborted');

/** Only what comes right before a turn fails or is cut off, with calls that were never made. */
function leaveOutBrokenOff(views: SessionViews): SessionViews {
  const { blocks } = views.live;
  return leaveOutSurplus(views, ({ kind, role }, index) => {
    if (kind !== 'text' || role !== 'assistant') return false;
    const next = blocks.slice(index + 1).find((block) => !isUnanswered(block));
    return next !== undefined && isFailure(next);
  });
}

const REFUSAL = 'Agent execution blocked: ';
const UNANSWERED = 'The turn ended without an answer.';
/** What a turn fails with where a hook refuses its prompt, as long as hooks were an experiment. */
const BLOCKED = 'BeforeAgent hook blocked processing: ';

function isRefusal(block: CanonicalBlock | undefined): boolean {
  return block?.kind === 'notice' && block.notice === 'warning' && block.text.startsWith(REFUSAL);
}

/** Only prompts without an answer. */
function leaveOutRefused(views: SessionViews): SessionViews {
  const { blocks } = views.live;
  return leaveOutSurplus(views, ({ kind, role }, index) => {
    if (kind !== 'text' || role !== 'user') return false;
    const next = blocks.slice(index + 1).find((block) => !isRefusal(block));
    if (next?.kind !== 'notice') return false;
    return next.text === UNANSWERED || next.text.includes(BLOCKED);
  });
}

/** Only the notice, and the words behind it that the file doesn't have. */
function leaveOutRefusals(views: SessionViews): SessionViews {
  const { blocks } = views.live;
  return leaveOutSurplus(
    views,
    (block, index) => isRefusal(block) || (isWords(block) && isRefusal(blocks[index - 1])),
  );
}

/** Only words that answer a prompt. Nothing says that they are a hook's. */
function leaveOutWordsOfHooks(views: SessionViews): SessionViews {
  const { blocks } = views.live;
  return leaveOutSurplus(
    views,
    (block, index) => isWords(block) && blocks[index - 1]?.role === 'user',
  );
}

/**
 * Only a text that the file doesn't have and that ends with one that the stream doesn't have: the next
 * try may say something else.
 */
function leaveOutEarlierTries({ live, saved }: SessionViews): SessionViews {
  const [streamed, whole] = [live, saved].map(({ blocks }) =>
    blocks.flatMap((block) => (isWords(block) ? block.text : [])),
  );
  const unmatched = (whole ?? []).filter((text) => text !== '' && !streamed?.includes(text));
  const blocks = live.blocks.map((block) => {
    if (!isWords(block) || whole?.includes(block.text)) return block;
    const at = unmatched.findIndex((text) => block.text.endsWith(text));
    const [text] = at === -1 ? [] : unmatched.splice(at, 1);
    return text === undefined ? block : { ...block, text };
  });
  return { saved, live: { ...live, blocks } };
}

/** Only where all of two replies that follow one another is one text of the stream. */
function joinReplies({ live, saved }: SessionViews): SessionViews {
  const streamed = new Set(live.blocks.flatMap((block) => (isWords(block) ? block.text : [])));
  const blocks: CanonicalBlock[] = [];
  for (const block of saved.blocks) {
    const before = blocks.at(-1);
    const joined = before !== undefined && isWords(before) && isWords(block);
    const text = joined ? before.text + block.text : '';
    if (joined && streamed.has(text)) blocks.splice(-1, 1, { ...before, text });
    else blocks.push(block);
  }
  return { live, saved: { ...saved, blocks } };
}

function isWords(block: CanonicalBlock): block is CanonicalBlock & { readonly kind: 'text' } {
  return block.kind === 'text' && block.role === 'assistant';
}
