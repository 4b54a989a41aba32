/** Claude's tools: native calls and results in the common vocabulary. Pure functions. */

export { readCall } from './tools/read-call.js';
export { agentIdOf, type NativeResult, readResult } from './tools/read-result.js';
export { createTaskBoard, isTaskTool, type TaskBoard } from './tools/task-board.js';
export { todoItems } from './tools/todo-items.js';
