import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder, removeTree } from '@dragoman/sandbox';
import type { ServerContext } from '../src/server-context.js';
import { createParts } from '../src/server-parts.js';
import { createServerFixture, eventsOf, type ServerFixture } from './server-fixture.js';

/** A server whose turns work in `app`, a folder of the operator, or in `fresh`, one for each session. */
export interface SessionsFixture extends ServerFixture {
  readonly app: string;
  readonly context: ServerContext;
  /** One turn to its end. Gives its session and its id. */
  turn(body?: object): Promise<{ readonly session: string; readonly id: string }>;
  /** The folders that were made for sessions. */
  folders(): Promise<readonly string[]>;
  /** What is in a folder of the state. */
  state(folder: string): Promise<readonly string[]>;
}

export async function createSessionsFixture(): Promise<SessionsFixture> {
  const app = await makeTemporaryFolder('dragoman-app-');
  const workspaces = { app: { path: app }, fresh: { template: '' } };
  const fixture = await createServerFixture({ policy: { workspaces } });
  const { stateDirectory, post } = fixture;
  const names = (folder: string) => readdir(folder).catch(() => []);
  return {
    ...fixture,
    app,
    context: createParts({ policy: { agents: {}, workspaces }, stateDirectory }).context,
    async turn(body = {}) {
      const response = await post('/v1/turns', { prompt: 'Say hello.', agent: 'codex', ...body });
      const events = await eventsOf(response);
      const [init] = events.flatMap((event) =>
        event.type === 'init' && event.session_id !== undefined ? [event] : [],
      );
      return { session: init?.session_id ?? '', id: response.headers.get('turn-id') ?? '' };
    },
    folders: () => names(join(`${stateDirectory}-workspaces`, 'fresh')),
    state: (folder) => names(join(stateDirectory, folder)),
    async remove() {
      await fixture.remove();
      await removeTree(app);
    },
  };
}
