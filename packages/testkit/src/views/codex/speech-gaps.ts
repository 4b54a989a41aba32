import { isDeepStrictEqual } from 'node:util';
import type { CanonicalBlock } from '@dragoman/protocol';
import { isNotice, isTool, leaveOut } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { isLeftOpen } from './open-turns.js';

/** What only one view says of what was asked and of what became of it. */
export const speechGaps: readonly ViewGap[] = [
  {
    id: 'prompts',
    missingIn: 'live',
    what: 'what the user says',
    since: '0.44.0',
    level: leaveOut('saved', ({ role }) => role === 'user'),
  },
  {
    id: 'warnings',
    missingIn: 'saved',
    what: 'warnings, as `error` items',
    since: '0.44.0',
    level: leaveOut('live', isNotice('warning')),
  },
  {
    id: 'failures',
    missingIn: 'saved',
    what: 'why a turn failed',
    until: '0.143.0',
    level: leaveOutFailures,
  },
  {
    id: 'aborts',
    missingIn: 'live',
    what: 'that a turn was aborted',
    since: '0.36.0',
    level: leaveOutAborts,
  },
  {
    id: 'speech-of-sub-agents',
    missingIn: 'saved',
    what: 'what a sub-agent says, which the stream of its parent repeats as if it were its own',
    since: '0.93.0',
    until: '0.111.0',
    level: leaveOutForeignSpeech,
  },
  {
    id: 'abandoned-thoughts',
    missingIn: 'saved',
    what: 'a thought of a reply that broke off, when the next try has it, too',
    until: '0.29.0',
    level: leaveOutRepeated,
  },
  {
    id: 'compactions',
    missingIn: 'live',
    what: 'that earlier messages were compacted, and their summary',
    level: leaveOut('saved', isNotice('compacted')),
  },
];

/** Only of turns that live says have failed, and only where the file never says so. */
function leaveOutFailures(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const isEmitted = saved.blocks.some(isNotice('error'));
  const hasFailed = live.turns?.some(({ end }) => end === 'failed') ?? false;
  return hasFailed && !isEmitted ? leaveOut('live', isNotice('error'))(views) : views;
}

/** Only where live leaves each turn open that the file calls aborted. */
function leaveOutAborts(views: SessionViews): SessionViews {
  const { live, saved } = views;
  const areLeftOpen = saved.turns?.every(
    ({ end }, index) => end !== 'aborted' || isLeftOpen(live.turns?.[index]),
  );
  return areLeftOpen ? leaveOut('saved', isNotice('interrupted', 'aborted'))(views) : views;
}

/** Only after a sub-agent was started, and only what the file has nowhere. */
function leaveOutForeignSpeech(views: SessionViews): SessionViews {
  const said = new Set(
    views.saved.blocks.map((block) => (block.kind === 'text' ? block.text : '')),
  );
  let hasSubAgent = false;
  return leaveOut('live', (block) => {
    hasSubAgent ||= isTool(block) && block.name === 'Task';
    return hasSubAgent && block.kind === 'text' && !said.has(block.text);
  })(views);
}

/** Only a thought that live has twice in a row, where the file has it once. */
function leaveOutRepeated(views: SessionViews): SessionViews {
  const kept: CanonicalBlock[] = [];
  for (const [index, block] of views.live.blocks.entries()) {
    const isTwice =
      block.kind === 'thinking' && isDeepStrictEqual(block, views.live.blocks[index + 1]);
    const isTwiceSaved = isDeepStrictEqual(block, views.saved.blocks[kept.length + 1]);
    if (!isTwice || isTwiceSaved) kept.push(block);
  }
  return { ...views, live: { ...views.live, blocks: kept } };
}
