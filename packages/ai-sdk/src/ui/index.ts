/**
 * ai-sdk/ui: the events of a turn as the AI SDK's stream of a UI message, for `useChat`. It loads neither
 * `runtime` nor a Node module.
 */
export {
  createUiMapper,
  type TurnStanding,
  type UiMapper,
  type UiMapperOptions,
} from './ui-mapper.js';
