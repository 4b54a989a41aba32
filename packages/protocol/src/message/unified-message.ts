import { z } from 'zod';
import type { KnownFields } from '../event/define-event.js';
import { messageRole } from '../event/text-events.js';
import { contentBlock, type UnifiedContent } from './content-block.js';

/**
 * The tokens of a single message: `inputTokens` leaves out what came from or went to a cache, so
 * nothing is counted twice. A figure nobody gave is absent, never 0. Totals are `UsageFigures`.
 */
export const messageUsage = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  totalTokens: z.number(),
  cacheCreationTokens: z.number().optional(),
  cacheReadTokens: z.number().optional(),
  reasoningTokens: z.number().optional(),
  costUsd: z.number().optional(),
});

export type MessageUsage = z.infer<typeof messageUsage>;

/** Which agent a message is from. An editor offers the names listed; any other is as valid. */
export type AgentName = 'claude' | 'codex' | 'gemini' | 'cursor' | 'opencode' | (string & {});

/** One message of a conversation, whichever agent it was held with, live or saved. */
export const unifiedMessage = z.looseObject({
  id: z.string(),
  role: messageRole,
  /** Never empty. */
  content: z.array(contentBlock).min(1),
  /** In milliseconds since 1970. */
  timestamp: z.number(),
  /** `native`: the agent recorded the time. `received`: it is when the message was first heard of. */
  timestampSource: z.enum(['native', 'received']),
  source: z.enum(['live', 'saved']),
  /** The agent; `unknown` while nobody has said which. */
  tool: z.string(),
  model: z.string().optional(),
  usage: messageUsage.optional(),
  sessionId: z.string().optional(),
  turnId: z.string().optional(),
  /** Of a sub-agent's message: the call that started the sub-agent. */
  parentToolUseId: z.string().optional(),
  /** On what no person said although the role is `user`: the kind of it. */
  synthetic: z.string().optional(),
  stopReason: z.string().optional(),
  _original: z.unknown().optional(),
});

export type UnifiedMessage = Omit<KnownFields<typeof unifiedMessage>, 'content' | 'tool'> & {
  content: readonly UnifiedContent[];
  tool: AgentName;
};
