import type { CanonicalBlock } from '@dragoman/protocol';
import type { UncountedEvidence, UncountedReply } from '../uncounted.js';

/** What Gemini CLI neither prints nor saves of the tokens that were used. */
export const geminiUncounted: readonly UncountedReply[] = [
  {
    what: 'a reply that broke off in mid-stream',
    in: ({ replies }) => replies.filter(({ isWhole }) => !isWhole).map(({ tokens }) => tokens),
  },
  {
    what: 'the reply at which Gemini CLI stops because the model goes in circles',
    in: countLoops,
  },
  {
    what: 'the reply before that one, after which Gemini CLI warns the model',
    since: '0.34.0',
    in: countLoops,
  },
];

function countLoops({ sessions }: UncountedEvidence): number {
  return sessions.flatMap(({ views }) => views.live.blocks).filter(isLoop).length;
}

function isLoop(block: CanonicalBlock): boolean {
  return block.kind === 'notice' && block.text.startsWith('Loop detected');
}
