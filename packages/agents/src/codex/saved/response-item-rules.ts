import { metadata, type Rules } from '../../interpret/rule.js';
import {
  readCallOutput,
  readCustomCall,
  readFunctionCall,
  readImageGeneration,
  readLocalShellCall,
  readSearchCall,
  readToolSearch,
  readToolSearchOutput,
} from './call-rules.js';
import type { SavedState } from './saved-state.js';
import { readAgentMail, readMessage, readThought } from './speech-rules.js';
import { told } from './told.js';

/** The items of the model's history, by their `type`; in the first era they are the records themselves. */
export const responseItemRules: Rules<SavedState> = {
  message: told('`message`; context and instructions are marked `synthetic`', readMessage),
  agent_message: told('`message`, `synthetic`: one agent writes to another', readAgentMail),
  reasoning: told('`reasoning`; nothing where the thought is sealed', readThought),
  function_call: told('`tool_use`; a plan becomes `plan` once it is accepted', readFunctionCall),
  function_call_output: told('`tool_result`', readCallOutput),
  custom_tool_call: told('`tool_use`', readCustomCall),
  custom_tool_call_output: told('`tool_result`', readCallOutput),
  local_shell_call: told('`tool_use` of `Bash`', readLocalShellCall),
  local_shell_call_output: told('`tool_result`', readCallOutput),
  tool_search_call: told('`tool_use`', readToolSearch),
  tool_search_output: told('`tool_result` without the definitions it lists', readToolSearchOutput),
  web_search_call: told('`tool_use` of `WebSearch` and its `tool_result`', readSearchCall),
  image_generation_call: told(
    '`tool_use` and its `tool_result` with the image',
    readImageGeneration('response'),
  ),
  compaction: metadata('sealed; the record `compacted` tells of it'),
  compaction_summary: metadata('sealed; the record `compacted` tells of it'),
  context_compaction: metadata('sealed; the record `compacted` tells of it'),
  compaction_trigger: metadata('a request to the model’s service'),
  ghost_snapshot: metadata('where to find the state of the folder, for undoing'),
  additional_tools: metadata('definitions of tools'),
  other: metadata('an item that the CLI itself did not know'),
};
