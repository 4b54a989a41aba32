/**
 * ai-sdk/remote: agents that a server of Dragoman runs, as language models of the AI SDK. It needs nothing
 * but `fetch`, so that it runs on edge runtimes, too: neither `runtime` nor a Node module is loaded.
 */
export type { DragomanOptions } from '../call/call-options.js';
export { TurnFailure } from '../mapping/turn-failure.js';
export type { ModelTurn, OpenedTurn, TurnRequest, TurnSource } from '../model/turn-source.js';
export { createDragoman, createDragomanV4, type RemoteModelSettings } from './create-dragoman.js';
export { createRemoteTurns, type RemoteTurnsOptions } from './remote-turns.js';
