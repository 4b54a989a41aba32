import type { Rules } from '../../interpret/rule.js';
import { legacyCallRules } from './legacy-call-rules.js';
import { legacyMetadataRules } from './legacy-metadata-rules.js';
import { legacyTextRules } from './legacy-text-rules.js';
import { legacyTurnRules } from './legacy-turn-rules.js';
import type { LiveState } from './live-state.js';

/**
 * The stream up to 0.42: a header, the prompt, then events of Codex's own protocol wrapped into
 * `{"id":…,"msg":…}`. The `exec` command never printed some of them; other front ends did.
 */
export const legacyRules: Rules<LiveState> = {
  ...legacyTurnRules,
  ...legacyTextRules,
  ...legacyCallRules,
  ...legacyMetadataRules,
};
