import type { TokenCounts } from '@dragoman/gateway';
import { isNotice } from '../level-views.js';
import type { UncountedEvidence, UncountedReply } from '../uncounted.js';
import { isLeftOpen } from './open-turns.js';

/** How Codex says that it asks again, as the last reply had no end. */
const UNREAD_END = /stream closed before response\.completed/g;

/** How it says that it asks again, as the last reply was stopped, or that it does so no longer. */
const STOPPED =
  /(?:\d\/\d+ \(|"turn\.failed","error":\{"message":")stream disconnected before completion: Incomplete response returned/g;

/** What Codex neither prints nor saves of the tokens that were used. */
export const codexUncounted: readonly UncountedReply[] = [
  {
    what: 'the last reply of a turn that was killed or interrupted',
    until: '0.45.0',
    // Unless the signal ended the command first, and Codex after that.
    isChance: true,
    in: ({ turns }) => turns.filter(({ isInterrupted }) => isInterrupted).length,
  },
  {
    what: 'the reply whose command was running when Codex was killed',
    since: '0.131.0',
    until: '0.152.1',
    in: lastOfKilled,
  },
  {
    what: 'the reply that is the summary of a compaction',
    until: '0.40.0',
    in: compactions,
  },
  {
    // Codex ends with the compaction, whatever its turn was about to do.
    what: 'the reply after a compaction',
    since: '0.36.0',
    until: '0.36.0',
    isChance: true,
    in: compactions,
  },
  {
    what: 'a reply with half of a surrogate pair, whose end Codex can’t read,',
    in: ({ turns, replies }) => {
      const cut = replies.filter(({ isWhole }) => !isWhole).length;
      const unread = turns.flatMap(({ stdout }) => stdout.match(UNREAD_END) ?? []).length;
      return Math.max(0, unread - cut);
    },
  },
  {
    what: 'a reply that a content filter or a limit stopped, so that Codex asks again,',
    in: ({ turns }) => turns.flatMap(({ stdout }) => stdout.match(STOPPED) ?? []).length,
  },
];

function compactions({ sessions }: UncountedEvidence): number {
  return sessions.flatMap(({ views }) => views.saved.blocks).filter(isNotice('compacted')).length;
}

/** The last reply of each turn that was cut off, where the file counts those before it and no more. */
function lastOfKilled({ sessions, turns, replies }: UncountedEvidence): readonly TokenCounts[] {
  const open = sessions.flatMap(({ views }) => views.saved.turns ?? []).filter(isLeftOpen);
  return turns.flatMap(({ isInterrupted }, at) => {
    const steps = replies.filter(({ turn, kind }) => turn === at && kind === 'step');
    const last = steps.pop();
    if (!isInterrupted || last === undefined) return [];
    const before = steps.reduce((sum, { tokens }) => sum + tokens.inputTokens, 0);
    const index = open.findIndex(({ usage }) => (usage?.input_tokens ?? 0) === before);
    if (index === -1) return [];
    open.splice(index, 1);
    return [last.tokens];
  });
}
