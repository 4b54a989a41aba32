import type { DragomanEvent, ImageSource, JsonObject } from '@dragoman/protocol';
import { listAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rule, type Rules } from '../../interpret/rule.js';
import { imageSourceOf } from '../../tools/image-source-of.js';
import type { LiveState } from './live-state.js';
import { planEvents } from './plan-events.js';

const thought = textRule('`reasoning`', 'text', (content) => ({
  type: 'reasoning',
  content,
  delta: false,
}));

const thoughtPiece = textRule('`reasoning`, a piece', 'delta', (content) => ({
  type: 'reasoning',
  content,
  delta: true,
}));

export const legacyTextRules: Rules<LiveState> = {
  prompt: mapped('`message` of the user', (record, state) => {
    const content = textAt(record, 'prompt') ?? '';
    state.prompt = content;
    return [{ type: 'message', role: 'user', content, delta: false }];
  }),
  'msg/user_message': mapped('`message` of the user, where it is not the prompt', userEvents),
  'msg/agent_message': textRule('`message`', 'message', (content) => ({
    type: 'message',
    role: 'assistant',
    content,
    delta: false,
  })),
  'msg/agent_message_delta': textRule('`message`, a piece', 'delta', (content) => ({
    type: 'message',
    role: 'assistant',
    content,
    delta: true,
  })),
  'msg/agent_reasoning': thought,
  'msg/agent_reasoning_raw_content': thought,
  'msg/agent_reasoning_delta': thoughtPiece,
  'msg/agent_reasoning_raw_content_delta': thoughtPiece,
  'msg/plan_update': mapped('`plan`', (message, state) => planEvents(message.plan, state)),
};

/** An event that is one text, in a field of its own. */
function textRule(
  becomes: string,
  field: string,
  emit: (content: string) => DragomanEvent,
): Rule<LiveState> {
  return mapped(becomes, (message) => {
    const content = textAt(message, field);
    if (content === undefined) return undefined;
    return content === '' ? [] : [emit(content)];
  });
}

function userEvents(message: JsonObject, state: LiveState): DragomanEvent[] {
  const content = textAt(message, 'message') ?? '';
  const images = imagesOf(message);
  const isPrompt = content === state.prompt && images.length === 0;
  state.prompt = undefined;
  if (isPrompt) return [];
  const kind = textAt(message, 'kind') ?? 'plain';
  return [
    {
      type: 'message',
      role: 'user',
      content,
      delta: false,
      ...(kind !== 'plain' && { synthetic: kind }),
      ...(images.length > 0 && { images }),
    },
  ];
}

function imagesOf(message: JsonObject): ImageSource[] {
  const isText = (entry: unknown) => typeof entry === 'string';
  return [
    ...listAt(message, 'images').filter(isText).map(imageSourceOf),
    ...listAt(message, 'local_images')
      .filter(isText)
      .map((path): ImageSource => ({ type: 'file', path })),
  ];
}
