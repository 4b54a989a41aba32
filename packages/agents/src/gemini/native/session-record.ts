import type { ToolCallRecord } from './tool-call-record.js';

/** A line of a session file, from 0.39 on. */
export type SessionRecord = SessionHeader | MessageRecord | SetRecord | RewindRecord;

/** The first line, and again each time the session is resumed. */
export interface SessionHeader {
  sessionId: string;
  /** The SHA-256 of the project's folder. */
  projectHash: string;
  startTime: string;
  lastUpdated: string;
  kind?: 'main' | 'subagent';
  summary?: string;
  directories?: string[];
}

/** What a file held up to 0.38: all of it, in one object. */
export interface SessionDocument extends SessionHeader {
  messages: MessageRecord[];
}

/** Overwrites what was known of the session. A list of messages takes the place of the one so far. */
export interface SetRecord {
  $set: Partial<SessionDocument>;
}

/** The user went back: this message and all after it are no longer part of the conversation. */
export interface RewindRecord {
  $rewindTo: string;
}

/** The same id again is the same message, with more to say. */
export type MessageRecord = PersonMessage | NoticeMessage | GeminiMessage;

interface MessageBase {
  id: string;
  timestamp: string;
  content: Part | Part[] | string;
  /** What a person sees of it, where that is less. */
  displayContent?: Part | Part[] | string;
}

/** What the user says; also what tools answer (from 0.40 on), and what the CLI tells the model. */
export interface PersonMessage extends MessageBase {
  type: 'user';
}

/** What an interactive CLI shows the user. */
export interface NoticeMessage extends MessageBase {
  type: 'info' | 'warning' | 'error';
}

/** One reply of the model. */
export interface GeminiMessage extends MessageBase {
  type: 'gemini';
  thoughts?: { subject: string; description: string; timestamp: string }[];
  tokens?: TokensSummary | null;
  model?: string;
  toolCalls?: ToolCallRecord[];
}

/** What one reply used. */
export interface TokensSummary {
  /** Cached ones included. */
  input: number;
  /** Without the thoughts. */
  output: number;
  cached: number;
  thoughts?: number;
  tool?: number;
  total: number;
}

/** A part of a message, as the Gemini API has them. */
export type Part =
  | string
  | {
      text?: string;
      thought?: boolean;
      inlineData?: { mimeType: string; data: string };
      fileData?: { mimeType?: string; fileUri: string };
      functionCall?: { id?: string; name: string; args: Record<string, unknown> };
      functionResponse?: {
        id?: string;
        name: string;
        response: { output?: unknown; error?: unknown };
        parts?: Part[];
      };
    };
