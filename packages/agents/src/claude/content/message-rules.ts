import { mapped, metadata, type Rules } from '../../interpret/rule.js';
import { assistantBlocks } from './assistant-blocks.js';
import { prefixed } from './prefixed.js';

const NOTHING = () => [];

/**
 * How messages are carried, in both views, by who speaks and by the first block they hold. Those of
 * the agent are read block by block; those of the user as a whole, by what they say.
 */
export const messageRules: Rules<never> = {
  ...prefixed('assistant', assistantBlocks),
  'assistant/empty': metadata('says nothing'),
  'assistant/failure': mapped(
    'fatal `error`, `turn` failed; of a sub-agent `message` of the system',
    NOTHING,
  ),
  'assistant/printed': mapped('`message` of the system: what a command of the CLI prints', NOTHING),
  'assistant/placeholder': mapped('`message`, `synthetic`', NOTHING),
  'user/text': mapped(
    '`message`; what no person said is `synthetic`, `compaction` or `turn` aborted',
    NOTHING,
  ),
  'user/tool_result': mapped('`tool_result`, or `plan`', NOTHING),
  'user/image': mapped('`message` with the image', NOTHING),
  'user/document': mapped('`message` that says there is a document', NOTHING),
  'user/empty': metadata('says nothing'),
};
