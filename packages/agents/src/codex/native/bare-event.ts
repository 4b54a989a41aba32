import type { ResponseItem } from './response-item.js';

/** A line of a session file up to 0.29: the header, noise, or a response item with no wrapper. */
export type BareEvent = BareHeader | BareState | ResponseItem;

export interface BareHeader {
  id: string;
  timestamp: string;
  instructions: string | null;
  git?: { commit_hash?: string; branch?: string; repository_url?: string };
}

export interface BareState {
  record_type: 'state';
}
