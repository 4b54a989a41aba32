/**
 * ai-sdk/v4: a coding agent as a language model of specification V4, for AI SDK 7. Both its
 * types (`@ai-sdk/provider` 4) and AI SDK 7 need Node 22.
 */
import { createDragoman } from './create-dragoman.js';

export type { AgentToolResult } from '@dragoman/protocol/internal';
export type { AnswerReceipt, CallerTool, ToolAnswer } from '@dragoman/runtime';
export type { DragomanOptions } from '../call/call-options.js';
export { TurnFailure } from '../mapping/turn-failure.js';
export type { ModelSettings } from '../model/create-model.js';
export type { AgentSettings } from '../model/embedded-turns.js';
export type { ModelTurn, TurnImage, TurnRequest, TurnSource } from '../model/turn-source.js';
export { createDragoman, type DragomanProvider } from './create-dragoman.js';

/** Agents in the current folder, with the keys of the environment. */
export const dragoman = createDragoman();
