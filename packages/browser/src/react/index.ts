'use client';
/** browser/react: the tools of a page in a React app, for `useChat` and for a relay. */
export {
  type AnsweredCall,
  type PageToolCall,
  useBrowserToolHandler,
} from './use-browser-tool-handler.js';
export {
  type DragomanTools,
  type PageToolHookOptions,
  useDragomanTools,
} from './use-dragoman-tools.js';
