import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { makeTemporaryFolder, removeTree } from '@dragoman/sandbox';
import type {
  CollectedWork,
  ConflictPolicy,
  HostRepository,
  ImportedWork,
  LostWork,
  OtherWork,
  Provenance,
  Seed,
} from '../contract.js';
import { checkOwnBranch } from '../git/ref-names.js';
import { hasCommit } from '../git/resolve-base.js';
import type { Git } from '../git/run-git.js';
import { withFileLock } from '../lock/file-lock.js';
import { examineWork } from './examine-work.js';
import { dropIncoming, incomingFolder, publishWork } from './publish-work.js';
import {
  type ReceivedWork,
  receivedHead,
  receivedOther,
  receiveWork,
  refused,
} from './receive-work.js';

export interface ImportRequest {
  readonly repository: HostRepository;
  readonly work: CollectedWork;
  /** The seed of the workspace that the work is from. */
  readonly seed: Seed;
  /** The branch that gets the work, which begins with `dragoman/`. */
  readonly branch: string;
  readonly provenance: Provenance;
  /** Default: `fail`. */
  readonly conflict?: ConflictPolicy;
  /** Work without a change: no branch, or one at the base. Default: `skip`. */
  readonly empty?: 'skip' | 'branch';
  /** How long to wait for the lock of the repository. Default: 300 seconds. */
  readonly lockPatienceMs?: number;
  readonly signal?: AbortSignal;
}

const INSTANCE = /^[A-Za-z0-9_-]{1,100}$/;

/**
 * Brings collected work into the user's repository, as a branch of Dragoman's: bundle → a bare repository
 * of ours, which knows only what the base reaches → a fetch with all objects checked → one transaction under
 * the lock. Only refs of `refs/heads/dragoman/`, `refs/dragoman/` and `refs/notes/dragoman` are written.
 *
 * Twice is as once, also after a process that was killed in the midst of it. Rejects with
 * `import_refused`, `branch_exists`, `branch_checked_out`, `import_locked`, `disk_full`.
 */
export async function importWork(git: Git, request: ImportRequest): Promise<ImportedWork> {
  check(request);
  const folder = await makeTemporaryFolder('dragoman-import-');
  try {
    const received = await receiveWork(git, request.work, { seed: request.seed, folder });
    return await takeIn(git, request, received);
  } finally {
    await removeTree(folder);
  }
}

function check({ branch, provenance: { instance } }: ImportRequest): void {
  checkOwnBranch(branch);
  if (INSTANCE.test(instance)) return;
  throw new DragomanError(
    'instance_invalid',
    `${JSON.stringify(instance)} can't name an execution of a task: letters, digits, _ and - only.`,
  );
}

async function takeIn(
  git: Git,
  request: ImportRequest,
  received: ReceivedWork,
): Promise<ImportedWork> {
  const { work, provenance, repository, conflict = 'fail', empty = 'skip' } = request;
  const { objectFormat } = request.seed;
  const base = work.base.commit;
  const tip = work.tip;
  const examined = await examineWork(git, { gitDir: received.gitDir, base, tip, objectFormat });
  const fetched = await fetchIntoHost(git, request, received);
  const lock = {
    path: join(repository.commonDir, 'dragoman_import.lock'),
    code: 'import_locked',
    what: 'The repository',
    patienceMs: request.lockPatienceMs,
  };
  const publishing = withFileLock(lock, () =>
    publishWork(git, {
      gitDir: repository.commonDir,
      branch: tip === base && empty === 'skip' ? undefined : request.branch,
      commit: tip,
      baseCommit: base,
      conflict,
      provenance,
      others: fetched.others,
    }),
  );
  const published = await publishing.catch(async (error: unknown) => {
    // What could not be published is fetched anew by the next try.
    await dropIncoming(git, repository.commonDir, provenance.instance).catch(() => {});
    throw error;
  });
  const { plan } = published;
  const dedupe =
    plan === undefined ? 'no_changes' : plan.action === 'none' ? plan.dedupe : undefined;
  return {
    baseCommit: base,
    commit: tip,
    ...(plan !== undefined && { branch: plan.branch }),
    ...(dedupe !== undefined && { dedupe }),
    ...examined,
    others: published.others,
    lost: [...work.lost, ...received.lost, ...fetched.lost],
  };
}

interface Fetched {
  readonly others: readonly OtherWork[];
  readonly lost: readonly LostWork[];
}

/** What lies beside the branch must not keep the branch from arriving. */
async function fetchIntoHost(
  git: Git,
  request: ImportRequest,
  received: ReceivedWork,
): Promise<Fetched> {
  const { others } = received;
  const head = [receivedHead];
  try {
    await fetchRefs(git, request, {
      received,
      refs: [...head, ...others.map((_, at) => receivedOther(at))],
    });
    return { others, lost: [] };
  } catch (error) {
    if (others.length === 0) throw refused(error);
  }
  try {
    await fetchRefs(git, request, { received, refs: head });
  } catch (error) {
    throw refused(error);
  }
  const reason = 'git refuses objects of it, or of another beside it';
  return { others: [], lost: others.map(({ name }) => ({ name, reason })) };
}

async function fetchRefs(
  git: Git,
  { repository, work, provenance, signal }: ImportRequest,
  { received, refs }: { readonly received: ReceivedWork; readonly refs: readonly string[] },
): Promise<void> {
  const gitDir = repository.commonDir;
  const into = `${incomingFolder(provenance.instance)}/${randomUUID().slice(0, 8)}`;
  const base = work.base.commit;
  // All else that the repository has need not be compared. Without its base it fetches that, too.
  const tip = (await hasCommit(git, gitDir, base)) ? [`--negotiation-tip=${base}`] : [];
  const options = [
    ...['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules', '--no-auto-maintenance'],
    ...['--no-prune', '--quiet', ...tip, ...(repository.shallow ? ['--update-shallow'] : [])],
  ];
  const specs = refs.map((ref) => `+${ref}:${into}/${ref.slice('refs/import/'.length)}`);
  await git.run({
    args: ['fetch', ...options, '--', received.gitDir, ...specs],
    gitDir,
    config: { 'fetch.fsckObjects': 'true', 'transfer.fsckObjects': 'true' },
    signal,
  });
}
