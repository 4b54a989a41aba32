import { isTool, leaveOut } from '../../interpret/level-views.js';
import type { SessionViews, ViewGap } from '../../interpret/view-gap.js';
import { isNotice } from './block-kinds.js';

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
    until: '0.135.0',
    level: leaveOut('live', isNotice('error')),
  },
  {
    id: 'aborts',
    missingIn: 'live',
    what: 'that a turn was aborted',
    level: leaveOut('saved', isNotice('interrupted', 'aborted')),
  },
  {
    id: 'speech-of-sub-agents',
    missingIn: 'saved',
    what: 'what a sub-agent says, which the stream of its parent repeats as if it were its own',
    since: '0.98.0',
    until: '0.98.0',
    level: leaveOutForeignSpeech,
  },
  {
    id: 'compactions',
    missingIn: 'live',
    what: 'that earlier messages were compacted, and their summary',
    level: leaveOut('saved', isNotice('compacted')),
  },
];

/** Only where there is a sub-agent, and only what the file has nowhere. */
function leaveOutForeignSpeech(views: SessionViews): SessionViews {
  if (!views.live.blocks.some((block) => isTool(block) && block.name === 'Task')) return views;
  const said = new Set(
    views.saved.blocks.map((block) => (block.kind === 'text' ? block.text : '')),
  );
  return leaveOut('live', (block) => block.kind === 'text' && !said.has(block.text))(views);
}
