import type { DragomanEvent, ImageSource, JsonObject } from '@dragoman/protocol';
import { listAt, textAt } from '../../interpret/json-fields.js';
import { mapped, type Rule, type Rules } from '../../interpret/rule.js';
import { imageSourceOf } from '../tools.js';
import type { LiveState } from './live-state.js';
import { planEvents } from './plan-events.js';

const thought: Rule<LiveState> = mapped('`reasoning`', (message) => {
  const content = textAt(message, 'text') ?? '';
  return content === '' ? [] : [{ type: 'reasoning', content, delta: false }];
});

const thoughtPiece: Rule<LiveState> = mapped('`reasoning`, a piece', (message) => {
  const content = textAt(message, 'delta') ?? '';
  return content === '' ? [] : [{ type: 'reasoning', content, delta: true }];
});

export const legacyTextRules: Rules<LiveState> = {
  prompt: mapped('`message` of the user', (record, state) => {
    const content = textAt(record, 'prompt') ?? '';
    state.prompt = content;
    return [{ type: 'message', role: 'user', content, delta: false }];
  }),
  'msg/user_message': mapped('`message` of the user, where it is not the prompt', userEvents),
  'msg/agent_message': mapped('`message`', (message) => {
    const content = textAt(message, 'message') ?? '';
    return content === '' ? [] : [{ type: 'message', role: 'assistant', content, delta: false }];
  }),
  'msg/agent_message_delta': mapped('`message`, a piece', (message) => {
    const content = textAt(message, 'delta') ?? '';
    return content === '' ? [] : [{ type: 'message', role: 'assistant', content, delta: true }];
  }),
  'msg/agent_reasoning': thought,
  'msg/agent_reasoning_raw_content': thought,
  'msg/agent_reasoning_delta': thoughtPiece,
  'msg/agent_reasoning_raw_content_delta': thoughtPiece,
  'msg/plan_update': mapped('`plan`', (message, state) => planEvents(message.plan, state)),
};

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
