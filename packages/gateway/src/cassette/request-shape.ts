import type { Dialect } from '../contract.js';
import { readPath } from '../json/read-path.js';
import type { RecordedBody } from './cassette.js';
import { type ConversationStep, readConversation } from './conversation.js';
import { pathMention } from './move-workspace.js';
import { type FolderMentions, homeOf, workspaceOf } from './workspace-of.js';

const UNSTEADY: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?\b/g, '<date>'],
  [/\s+/g, ' '],
];

/** What two requests have in common when they are the same request of two runs. */
export interface RequestShape {
  /** Method and path without the query. */
  readonly endpoint: string;
  readonly streamed: boolean;
  /** A request without tools is a side call: a title, a summary, a check. */
  readonly offersTools: boolean;
  readonly model: string | undefined;
  readonly steps: readonly ConversationStep[];
  readonly workspace: string | undefined;
}

const NO_MENTIONS: FolderMentions = { workspace: [], homeFolders: [] };

/** Reads what identifies a request. Ids, dates, folders and system prompts play no part in it. */
export function shapeOfRequest(
  request: { dialect: Dialect; method: string; path: string; request: RecordedBody },
  mentions: FolderMentions = NO_MENTIONS,
): RequestShape {
  const [pathname = '', query = ''] = request.path.split('?', 2);
  const body = 'json' in request.request ? request.request.json : undefined;
  const tools = readPath(body, 'tools');
  const model = readPath(body, 'model');
  const workspace = workspaceOf(body, mentions);
  // Longest first: a workspace often lies in the home.
  const folders = [workspace, homeOf(body, mentions)]
    .filter((folder) => folder !== undefined)
    .toSorted((left, right) => right.length - left.length);
  return {
    endpoint: `${request.method} ${pathname}`,
    streamed: readPath(body, 'stream') === true || /(^|&)alt=sse(&|$)/.test(query),
    offersTools: Array.isArray(tools) && tools.length > 0,
    model: typeof model === 'string' ? model : undefined,
    steps: readConversation(request.dialect, body).map((step) =>
      step.kind === 'user' ? { ...step, text: steadyText(step.text, folders) } : step,
    ),
    workspace,
  };
}

/** A text without what differs between two runs of the same thing, the run's own folders included. */
function steadyText(text: string, folders: readonly string[]): string {
  const moved = folders.map((folder) => [pathMention(folder), '<path>'] as const);
  return [...moved, ...UNSTEADY].reduce(
    (steady, [pattern, mark]) => steady.replace(pattern, mark),
    text,
  );
}
