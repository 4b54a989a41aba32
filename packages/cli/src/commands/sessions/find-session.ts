import { stat } from 'node:fs/promises';
import { DragomanError } from '@dragoman/protocol';
import {
  type InterpretableAgent,
  interpretableAgent,
  interpretableAgents,
} from '../interpretable-agent.js';
import { sessionHome } from './session-home.js';

export interface FindOptions {
  readonly agent?: string;
  readonly home?: string;
}

export interface FoundSession {
  readonly path: string;
  readonly agent: InterpretableAgent;
}

/** A session by its file, its id or the beginning of its id. */
export async function findSession(wanted: string, options: FindOptions): Promise<FoundSession> {
  const candidates =
    options.agent === undefined ? interpretableAgents() : [interpretableAgent(options.agent)];
  const [only] = candidates;
  const isFile = wanted.includes('/') || (await stat(wanted).catch(() => undefined))?.isFile();
  if (isFile) {
    if (only !== undefined && candidates.length === 1) {
      return { path: wanted, agent: only };
    }
    throw new DragomanError('usage', 'Say with --agent whose session the file is.');
  }
  const homes: string[] = [];
  for (const agent of candidates) {
    const { sessions } = agent.interpreter;
    const home = await sessionHome(sessions, options.home);
    homes.push(home);
    const path = await sessions.find(wanted, { home });
    if (path !== undefined) return { path, agent };
  }
  throw new DragomanError(
    'session_unknown',
    `No session in ${homes.join(', ')} has an id that begins with ${JSON.stringify(wanted)}, and there is no such file.`,
  );
}
