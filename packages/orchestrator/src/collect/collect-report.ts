import { isObjectName } from '../git/resolve-base.js';

/** What the script in the sandbox has said, checked for its form. It may be the agent's word. */
export interface CollectReport {
  readonly tip?: string;
  /** Why nothing of the repository can be used. */
  readonly broken?: string;
  /** Why the files are to be read one by one. */
  readonly walk?: string;
  readonly uncommitted?: ChangedFiles;
  /** Numbers of refs of which something is missing. */
  readonly lost: ReadonlySet<number>;
}

export interface ChangedFiles {
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
  readonly untracked: number;
}

const BROKEN: Readonly<Record<string, string>> = {
  'broken-head': 'objects that HEAD needs are missing',
  'no-git': 'there is no git in the sandbox',
};

export function parseReport(text: string): CollectReport {
  const lost = new Set<number>();
  let report: Omit<CollectReport, 'lost'> = {};
  for (const line of text.split('\n')) {
    const [word = '', first = '', ...rest] = line.split(' ');
    const broken = Object.hasOwn(BROKEN, word) ? BROKEN[word] : undefined;
    if (broken !== undefined) report = { ...report, broken };
    else if (word === 'tip' && isObjectName(first)) report = { ...report, tip: first };
    else if (word === 'walk')
      report = { ...report, walk: [first, ...rest].join(' ').slice(0, 200) };
    else if (word === 'lost') lost.add(Number(first));
    else if (word === 'uncommitted') {
      const untracked = Number.parseInt(first, 10) || 0;
      report = { ...report, uncommitted: { ...shortStat(rest.join(' ')), untracked } };
    }
  }
  return { ...report, lost };
}

/** `3 files changed, 1 insertion(+), 2 deletions(-)`; what is none isn't named. */
export function shortStat(text: string): Omit<ChangedFiles, 'untracked'> {
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(text)?.[1] ?? 0);
  return { files: count('file'), insertions: count('insertion'), deletions: count('deletion') };
}
