import { metadata, type Rules } from '../../interpret/rule.js';
import type { SavedState } from './saved-state.js';
import { readCompacted, readSessionMeta, readTurnContext } from './session-rules.js';
import { told } from './told.js';

/** The sorts of record that aren't items or events, by their `type`. */
export const recordRules: Rules<SavedState> = {
  session_meta: told('`init`, once: the first is the file’s own', readSessionMeta),
  turn_context: told('`init`, where the model or the folder changes', readTurnContext),
  compacted: told('`compaction` with the summary', readCompacted),
  token_usage_record: told('`usage` of the turn', (payload, { usage }) =>
    usage.usageRecord(payload),
  ),
  world_state: metadata('a snapshot of the context, for resuming'),
  inter_agent_communication: metadata('bookkeeping between agents; the message itself is an item'),
  inter_agent_communication_metadata: metadata('bookkeeping between agents'),
  security_risk_score: metadata('a score for the provider'),
};
