import type { AgentCommand, TurnRequest } from './agent-command.js';
import type { FindExecutable } from './agent-executable.js';
import { claudeCommand } from './claude/command.js';
import { claudeExecutables } from './claude/executable.js';
import { codexCommand } from './codex/command.js';
import { codexExecutables } from './codex/executable.js';
import { codexGaps } from './codex/gaps.js';
import { createCodexLive } from './codex/live.js';
import { createCodexSaved } from './codex/saved.js';
import { codexSessions } from './codex/sessions.js';
import { geminiCommand } from './gemini/command.js';
import { geminiExecutables } from './gemini/executable.js';
import type { AgentInterpreter } from './interpret/agent-interpreter.js';
import { opencodeCommand } from './opencode/command.js';
import { opencodeExecutables } from './opencode/executable.js';
import type { AgentName } from './pinned.js';

/** All that Dragoman knows about one CLI. */
export interface Agent {
  readonly name: AgentName;
  /** The language that the CLI speaks to its model. */
  readonly dialect: 'openai' | 'anthropic' | 'gemini';
  /** How to start one turn. Pure: the same request always gives the same command. */
  readonly command: (request: TurnRequest) => AgentCommand;
  readonly executables: FindExecutable;
  /** How to understand what it writes. Absent: not yet. */
  readonly interpreter?: AgentInterpreter;
}

/** An agent whose words are understood. */
export interface UnderstoodAgent extends Agent {
  readonly interpreter: AgentInterpreter;
}

type Registry = Readonly<Record<AgentName, Agent>> & { readonly codex: UnderstoodAgent };

export const agents: Registry = {
  codex: {
    name: 'codex',
    dialect: 'openai',
    command: codexCommand,
    executables: codexExecutables,
    interpreter: {
      live: createCodexLive,
      saved: createCodexSaved,
      gaps: codexGaps,
      sessions: codexSessions,
    },
  },
  claude: {
    name: 'claude',
    dialect: 'anthropic',
    command: claudeCommand,
    executables: claudeExecutables,
  },
  gemini: {
    name: 'gemini',
    dialect: 'gemini',
    command: geminiCommand,
    executables: geminiExecutables,
  },
  opencode: {
    name: 'opencode',
    dialect: 'anthropic',
    command: opencodeCommand,
    executables: opencodeExecutables,
  },
};
