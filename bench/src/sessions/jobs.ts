import { agents } from '@dragoman/agents';
import type { SessionFolder } from './session-folder.js';

const sessionsOf = ({ agent }: SessionFolder) => agents[agent].interpreter.sessions;

/** What is done with sessions, each as a user of the library would. */
export const jobs = {
  /** Every message of every session, one session at a time. */
  async load(folder: SessionFolder): Promise<void> {
    const sessions = sessionsOf(folder);
    for (const path of folder.paths) await sessions.load(path);
  },
  async usage(folder: SessionFolder): Promise<void> {
    const sessions = sessionsOf(folder);
    for (const path of folder.paths) await sessions.usage(path);
  },
  async list(folder: SessionFolder): Promise<void> {
    const { home, paths } = folder;
    const listed = await sessionsOf(folder).list({ home });
    const complete = listed.filter(({ firstPrompt, modelId }) => firstPrompt && modelId);
    if (complete.length !== paths.length)
      throw new Error(`${complete.length} of ${paths.length} listed`);
  },
  /** The last messages of a session. */
  async page(folder: SessionFolder): Promise<void> {
    for (const path of folder.paths) {
      const { messages } = await sessionsOf(folder).load(path, { last: 50 });
      if (messages.length !== 50) throw new Error(`${messages.length} messages instead of 50`);
    }
  },
};

export type JobName = keyof typeof jobs;

export function isJobName(name: unknown): name is JobName {
  return typeof name === 'string' && name in jobs;
}
