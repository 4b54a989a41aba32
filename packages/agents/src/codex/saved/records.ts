import { mapped, metadata, prefixed, type RecordRules } from '../../interpret/record-rule.js';
import {
  readCallOutput,
  readCustomCall,
  readFunctionCall,
  readImageGeneration,
  readLocalShellCall,
  readLocalShellOutput,
  readSearchCall,
  readToolSearch,
  readToolSearchOutput,
} from './calls.js';
import { eventRules, itemRules } from './events.js';
import { readAgentMail, readMessage, readThought } from './speech.js';
import type { SavedState } from './state.js';
import { readBareHeader, readCompacted, readSessionMeta, readTurnContext } from './turns.js';

/** The sorts of record that aren't items or events, by their `type`. */
export const recordRules: RecordRules<SavedState> = {
  session_meta: mapped('`init`, once: the first is that of the file', readSessionMeta),
  turn_context: mapped('`init`, where the model or the folder changes', readTurnContext),
  compacted: mapped('`compaction` with the summary', readCompacted),
  token_usage_record: mapped('`usage` of the turn', (payload, { usage }) =>
    usage.usageRecord(payload) ? 'mapped' : 'unknown',
  ),
  world_state: metadata('a snapshot of the context, for resuming'),
  inter_agent_communication: metadata('bookkeeping between agents; the message is an item'),
  inter_agent_communication_metadata: metadata('bookkeeping between agents'),
  security_risk_score: metadata('a score for the provider'),
};

/** The items of the model's history, by their `type`; in the first era they are whole records. */
const responseItemRules: RecordRules<SavedState> = {
  message: mapped('`message`; context and instructions are marked `synthetic`', readMessage),
  agent_message: mapped('`message`, `synthetic`: one agent writes to another', readAgentMail),
  reasoning: mapped('`reasoning`; nothing where the thought is sealed', readThought),
  function_call: mapped('`tool_use`; a plan becomes `plan` once it is accepted', readFunctionCall),
  function_call_output: mapped('`tool_result`', readCallOutput),
  custom_tool_call: mapped('`tool_use`', readCustomCall),
  custom_tool_call_output: mapped('`tool_result`', readCallOutput),
  local_shell_call: mapped('`tool_use` of `Bash`', readLocalShellCall),
  local_shell_call_output: mapped('`tool_result`', readLocalShellOutput),
  tool_search_call: mapped('`tool_use`', readToolSearch),
  tool_search_output: mapped('`tool_result` without the definitions in it', readToolSearchOutput),
  web_search_call: mapped('`tool_use` of `WebSearch` and its `tool_result`', readSearchCall),
  image_generation_call: mapped(
    '`tool_use` and its `tool_result` with the image',
    readImageGeneration('response'),
  ),
  compaction: metadata('sealed; the record `compacted` has the summary'),
  compaction_summary: metadata('sealed; the record `compacted` has the summary'),
  context_compaction: metadata('sealed; the record `compacted` has the summary'),
  compaction_trigger: metadata('a request to the model’s service'),
  ghost_snapshot: metadata('where to find the state of the folder, for undoing'),
  additional_tools: metadata('definitions of tools'),
  other: metadata('an item that the CLI did not know'),
};

const bareRules: RecordRules<SavedState> = {
  header: mapped('`init`', readBareHeader),
  record_type: metadata('says nothing'),
  ...responseItemRules,
};

/** How each sort of record in a session file is read, by its native name. */
export const codexSavedRules: RecordRules<SavedState> = {
  ...recordRules,
  ...prefixed('response_item', responseItemRules),
  ...prefixed('event_msg', eventRules),
  ...prefixed('event_msg/item_completed', itemRules),
  ...prefixed('bare', bareRules),
};
