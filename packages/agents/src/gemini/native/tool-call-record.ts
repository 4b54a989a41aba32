import type { Part } from './session-record.js';

/** A call of a tool, written down when it is over. */
export interface ToolCallRecord {
  id: string;
  name: string;
  args: Record<string, unknown>;
  /** What the model got. */
  result?: Part | Part[] | null;
  status:
    | 'validating'
    | 'scheduled'
    | 'executing'
    | 'awaiting_approval'
    | 'success'
    | 'error'
    | 'cancelled';
  timestamp: string;
  /** Of a call that started a sub-agent: the id of that one's session. */
  agentId?: string;
  displayName?: string;
  description?: string;
  /** What a person is shown. */
  resultDisplay?: string | FileDiffDisplay | TodosDisplay | SubagentDisplay | SummaryDisplay;
  renderOutputAsMarkdown?: boolean;
}

export interface FileDiffDisplay {
  /** A unified diff below an `Index:` line. */
  fileDiff: string;
  fileName: string;
  filePath?: string;
  originalContent: string | null;
  newContent: string;
  isNewFile?: boolean;
}

export interface TodosDisplay {
  todos: { description: string; status: string }[];
}

export interface SubagentDisplay {
  isSubagentProgress: true;
  agentName: string;
  recentActivity: unknown[];
  terminateReason?: string;
}

export interface SummaryDisplay {
  summary: string;
}
