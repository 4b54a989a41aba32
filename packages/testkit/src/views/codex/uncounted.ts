import { isNotice } from '../level-views.js';
import type { UncountedReply } from '../uncounted.js';

/** What Codex neither prints nor saves of the tokens that were used. */
export const codexUncounted: readonly UncountedReply[] = [
  {
    what: 'the reply whose command was running when Codex was killed or interrupted',
    until: '0.45.0',
    in: ({ turns }) => turns.filter(({ isInterrupted }) => isInterrupted).length,
  },
  {
    what: 'the reply that is the summary of a compaction',
    until: '0.40.0',
    in: ({ sessions }) =>
      sessions.flatMap(({ views }) => views.saved.blocks).filter(isNotice('compacted')).length,
  },
];
