import type { NativeError } from './native-error.js';
import type { Tokens } from './tokens.js';

interface MessageBase {
  id: string;
  sessionID: string;
}

export interface UserInfo extends MessageBase {
  role: 'user';
  time: { created: number };
  agent?: string;
  model?: { providerID: string; modelID: string; variant?: string };
  summary?: Record<string, unknown>;
  system?: string;
  tools?: Record<string, boolean>;
}

/** One model call: a turn has as many of these as it has steps. */
export interface AssistantInfo extends MessageBase {
  role: 'assistant';
  /** The message of the user that it answers. */
  parentID: string;
  time: { created: number; completed?: number };
  providerID: string;
  modelID: string;
  mode: string;
  agent?: string;
  path: { cwd: string; root: string };
  cost: number;
  tokens: Tokens;
  /** It is the summary that takes the place of what came before. */
  summary?: boolean;
  finish?: string;
  error?: NativeError;
  structured?: unknown;
}

export type MessageInfo = UserInfo | AssistantInfo;
