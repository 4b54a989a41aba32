import { metadata, type Rules } from '../../interpret/rule.js';
import { readImageGeneration, readResolvedCall, readSearchRecord } from './call-rules.js';
import { findChanges, findCommand, findMcpResult, findOutcome } from './resolved-call.js';
import { originOf, type SavedState } from './saved-state.js';
import { readCompactionMark } from './session-rules.js';
import { readProposedPlan, readReplyItem, readThoughtItem } from './speech-rules.js';
import { told } from './told.js';
import { eventOfUserItem } from './user-content.js';

/** The items that `item_completed` events tell of (from 0.150 on), by their `type`. */
export const itemRules: Rules<SavedState> = {
  UserMessage: told('`message`, once: its response item repeats it', (item, state) =>
    state.users.event(eventOfUserItem(item), originOf(item, state)),
  ),
  AgentMessage: told('`message`, once: its response item repeats it', readReplyItem),
  Reasoning: told('`reasoning`, once: its response item repeats it', readThoughtItem),
  Plan: told('`message`: the plan that was proposed', readProposedPlan),
  CommandExecution: told('`tool_result` of the command', readResolvedCall(findCommand)),
  FileChange: told('`tool_result` of the patch: its changes', readResolvedCall(findChanges)),
  McpToolCall: told('`tool_result` of the MCP call', readResolvedCall(findMcpResult)),
  DynamicToolCall: told('`tool_result` of the call', readResolvedCall(findOutcome)),
  CollabAgentToolCall: told('`tool_result` of the call', readResolvedCall(findOutcome)),
  WebSearch: told('`tool_use` of `WebSearch` and its `tool_result`', readSearchRecord),
  ImageGeneration: told(
    '`tool_use` and its `tool_result` with the image',
    readImageGeneration('item'),
  ),
  ContextCompaction: told('`compaction`, once: `compacted` has the summary', readCompactionMark),
  ImageView: metadata('repeats what the call and its output say'),
  SubAgentActivity: metadata('repeats what the calls and their outputs say'),
  Extension: metadata('repeats what the call and its output say'),
  HookPrompt: metadata('its message repeats it'),
  EnteredReviewMode: metadata('the review is told by its messages'),
  ExitedReviewMode: metadata('the review is told by its messages'),
};
