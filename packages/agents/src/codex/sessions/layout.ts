import { join } from 'node:path';
import type { SessionLayout } from '../../sessions/session-format.js';

const NAME = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-.+\.jsonl(?:\.zst)?$/;
const BEFORE_TIME = 'rollout-'.length;
const BEFORE_ID = 'rollout-2026-01-01T00-00-00-'.length;

/** Where Codex keeps its sessions. */
export const codexLayout: SessionLayout = {
  home: ({ CODEX_HOME }, userHome) => CODEX_HOME || join(userHome, '.codex'),
  folders: (home) => [
    { path: join(home, 'sessions'), archived: false },
    { path: join(home, 'archived_sessions'), archived: true },
  ],
  // `sessions/YYYY/MM/DD`; the very first versions put all files into `sessions`.
  depth: 3,
  idOf: (name) => (NAME.test(name) ? name.slice(BEFORE_ID, name.lastIndexOf('.jsonl')) : undefined),
  startOf: startOfName,
};

/** The name has the local time at which the session began. */
function startOfName(name: string): string | undefined {
  const [day, time = ''] = name.slice(BEFORE_TIME, BEFORE_ID - 1).split('T');
  const local = new Date(`${day}T${time.replaceAll('-', ':')}`);
  return Number.isNaN(local.getTime()) ? undefined : local.toISOString();
}

/** Where in its folder Codex looks for a session that it resumes: by the day in the name of its file. */
export function resumedPath(name: string): string {
  const day = name.slice(BEFORE_TIME, BEFORE_TIME + 'YYYY-MM-DD'.length);
  return join('sessions', ...day.split('-'), name);
}
