import { shortStat } from '../collect/collect-report.js';
import type { ImportStats, ObjectFormat } from '../contract.js';
import type { Git } from '../git/run-git.js';

export interface Examination {
  readonly historyRewritten: boolean;
  readonly stats: ImportStats;
  readonly submodules: readonly string[];
}

/** A tree without anything, which every repository has. */
const EMPTY_TREES: Readonly<Record<ObjectFormat, string>> = {
  sha1: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
  sha256: '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321',
};

const MOST_SUBMODULES = 100;

export interface ExaminedCommits {
  readonly gitDir: string;
  readonly base: string;
  readonly tip: string;
  readonly objectFormat: ObjectFormat;
}

/** What is between the base and the work, by their full names: nothing of it is looked up by a branch. */
export async function examineWork(
  git: Git,
  { gitDir, base, tip, objectFormat }: ExaminedCommits,
): Promise<Examination> {
  const run = (args: readonly string[], accepts = [0]) => git.run({ args, gitDir, accepts });
  const common = await run(['merge-base', base, tip], [0, 1]);
  const from = common.exitCode === 0 ? common.text : EMPTY_TREES[objectFormat];
  const count = await run([
    'rev-list',
    '--count',
    tip,
    ...(common.exitCode === 0 ? [`^${from}`] : []),
  ]);
  const diff = ['--no-renames', '--no-ext-diff', '--no-textconv'];
  const stat = await run(['diff', ...diff, '--shortstat', from, tip, '--']);
  const raw = await run(['diff-tree', '-r', '-z', ...diff, '--diff-filter=AMT', from, tip, '--']);
  return {
    historyRewritten: from !== base,
    stats: { commits: Number(count.text), ...shortStat(stat.text) },
    submodules: submodulesIn(raw.text),
  };
}

/** Of `:000000 160000 OLD NEW A`, then the path, each with a null byte behind it. */
function submodulesIn(raw: string): readonly string[] {
  const parts = raw.split('\0');
  return parts
    .flatMap((part, at) => (/^:\d+ 160000 /.test(part) ? [parts[at + 1] ?? ''] : []))
    .slice(0, MOST_SUBMODULES);
}
