import { agents } from '@dragoman/agents';
import type { SessionFolder } from './session-folder.js';

const { sessions } = agents.codex.interpreter;

/** What is done with sessions, each as a user of the library would. */
export const jobs = {
  /** Every message of every session, one session at a time. */
  async load({ paths }: SessionFolder): Promise<void> {
    for (const path of paths) await sessions.load(path);
  },
  async usage({ paths }: SessionFolder): Promise<void> {
    for (const path of paths) await sessions.usage(path);
  },
  async list({ home, paths }: SessionFolder): Promise<void> {
    const listed = await sessions.list({ home });
    const told = listed.filter(({ firstPrompt, modelId }) => firstPrompt && modelId);
    if (told.length !== paths.length) throw new Error(`${told.length} of ${paths.length} listed`);
  },
  /** The last messages of a session. */
  async page({ paths }: SessionFolder): Promise<void> {
    for (const path of paths) {
      const { messages } = await sessions.load(path, { last: 50 });
      if (messages.length !== 50) throw new Error(`${messages.length} messages instead of 50`);
    }
  },
};

export type JobName = keyof typeof jobs;

export function isJobName(name: unknown): name is JobName {
  return typeof name === 'string' && name in jobs;
}
