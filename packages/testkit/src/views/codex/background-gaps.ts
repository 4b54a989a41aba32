import { isTool, leaveOutUnmatched, rewriteResults } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';

const WRITE_STDIN = 'write_stdin';

/** What only one view says of commands that go on while the model does something else. */
export const backgroundGaps: readonly ViewGap[] = [
  {
    id: 'early-output',
    missingIn: 'live',
    what: 'what a command wrote before its first call returned, when it went on after that',
    since: '0.72.0',
    until: '0.148.0',
    level: dropEarlyOutput,
  },
  {
    id: 'write-stdin',
    missingIn: 'live',
    what: 'input to a running command (`write_stdin`); what it brings belongs to the command',
    since: '0.72.0',
    level: leaveOutUnmatched('saved', ({ name }) => name === WRITE_STDIN),
  },
];

/** Only where something was written to a command, and only whole lines of what it printed. */
function dropEarlyOutput(views: SessionViews): SessionViews {
  if (!views.saved.blocks.some((block) => isTool(block) && block.name === WRITE_STDIN)) {
    return views;
  }
  return rewriteResults('saved', (own, other, { name }) =>
    name === 'Bash' && own !== undefined && other !== undefined && endsInLines(own, other)
      ? { ...own, text: other.text }
      : own,
  )(views);
}

function endsInLines({ text: whole }: { text: string }, { text: end }: { text: string }): boolean {
  return end !== '' && whole.endsWith(`\n${end}`);
}
