import { lstatSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type IgnoreRules, parseIgnoreRules } from '@dragoman/sandbox';
import { type HeldFolder, readBytes, readFileIn } from './held-folder.js';

/** Rules with the folder that they are relative to: those of the workspace are empty, those above it `..`. */
export type RuleStack = readonly { readonly base: string; readonly rules: IgnoreRules }[];

export const ignoreFile = '.gitignore';
const LONGEST_RULES = 256 * 1024;

/** Whether the rules that hold in a folder ignore something in it. Later ones count for more. */
export function ignores(stack: RuleStack, path: string, isFolder: boolean): boolean {
  for (let at = stack.length - 1; at >= 0; at -= 1) {
    const { base, rules } = stack[at] ?? { base: '', rules: parseIgnoreRules('') };
    const verdict = rules.verdict(relativeTo(base, path), isFolder);
    if (verdict !== undefined) return verdict === 'ignored';
  }
  return false;
}

/** `base` is a folder in the workspace, or `/` and what leads from a folder above it to the workspace. */
function relativeTo(base: string, path: string): string {
  if (base.startsWith('/')) return `${base.slice(1)}/${path}`;
  return base === '' ? path : path.slice(base.length + 1);
}

/** The rules in a folder. */
export function rulesIn(held: HeldFolder, base: string): RuleStack[number] | undefined {
  return parsedRules(readBytes(held.pathOf(ignoreFile), LONGEST_RULES), base);
}

/**
 * The user's own rules, and where the workspace is in a repository those of its folders above the
 * workspace. Later ones count for more.
 */
export function rulesAbove(workspace: string): RuleStack {
  const root = repositoryOf(workspace);
  const inRoot = root === undefined ? '' : baseOf(root, workspace);
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const found = [parsedRules(readBytes(join(config, 'git', 'ignore'), LONGEST_RULES), inRoot)];
  if (root === undefined) return found.filter((one) => one !== undefined);
  found.push(parsedRules(readFileIn(root, '.git/info/exclude', LONGEST_RULES), inRoot));
  const above: string[] = [];
  for (let folder = workspace; folder !== root; folder = dirname(folder))
    above.unshift(dirname(folder));
  for (const folder of above) {
    const text = readBytes(join(folder, ignoreFile), LONGEST_RULES);
    found.push(parsedRules(text, baseOf(folder, workspace)));
  }
  return found.filter((one) => one !== undefined);
}

function baseOf(folder: string, workspace: string): string {
  const way = Buffer.from(relative(folder, workspace)).toString('latin1');
  return way === '' ? '' : `/${way}`;
}

/** The nearest folder, from the workspace upwards, that git takes for a repository's. */
function repositoryOf(workspace: string): string | undefined {
  for (let folder = workspace; ; folder = dirname(folder)) {
    const status = lstatSync(join(folder, '.git'), { throwIfNoEntry: false });
    if (status?.isDirectory() || status?.isFile()) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function parsedRules(text: Buffer | undefined, base: string): RuleStack[number] | undefined {
  return text && { base, rules: parseIgnoreRules(text.toString('latin1')) };
}
