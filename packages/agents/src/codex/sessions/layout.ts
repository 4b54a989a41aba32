import { join } from 'node:path';
import type { SessionLayout } from '../../sessions/session-layout.js';

const NAME = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-.+\.jsonl(?:\.zst)?$/;
const BEFORE_TIME = 'rollout-'.length;
const BEFORE_ID = 'rollout-2026-01-01T00-00-00-'.length;

/** Where Codex keeps its sessions. */
export const codexLayout: SessionLayout = {
  home: ({ CODEX_HOME }, userHome) =>
    CODEX_HOME === undefined || CODEX_HOME === '' ? join(userHome, '.codex') : CODEX_HOME,
  folders: (home) => [
    { path: join(home, 'sessions'), archived: false },
    { path: join(home, 'archived_sessions'), archived: true },
  ],
  // `sessions/YYYY/MM/DD`; the very first versions put all files into `sessions`.
  depth: 3,
  idOf: (name) => (NAME.test(name) ? name.slice(BEFORE_ID, name.lastIndexOf('.jsonl')) : undefined),
  startOf: startOfName,
};

/** The name has the time of the place where the session began. */
function startOfName(name: string): string | undefined {
  const [day, time = ''] = name.slice(BEFORE_TIME, BEFORE_ID - 1).split('T');
  const local = new Date(`${day}T${time.replaceAll('-', ':')}`);
  return Number.isNaN(local.getTime()) ? undefined : local.toISOString();
}
