import { createHash } from 'node:crypto';
import { homedir, hostname, release, userInfo } from 'node:os';
import { basename, dirname } from 'node:path';
import { agentNames } from '@dragoman/agents';
import type { Surroundings } from '../run-scenario.js';
import { testCacheDirectory } from '../test-agents.js';

/** The machine on which a CLI ran. */
export interface Machine {
  readonly home: string;
  readonly user: string;
  /** The version of its system. */
  readonly release: string;
  /** Its names, and those of the servers that its settings name. */
  readonly hosts: readonly string[];
  /** Where the CLIs for tests are installed. */
  readonly installs: string;
}

/** Variables that name a registry or a proxy. */
const SERVER_VARIABLE = /registry|proxy/i;
const SHORTEST_NAME = 3;
/** Words that stand in records whatever the machine is called. */
const PLAIN_WORDS = new Set<string>([...agentNames, 'localhost', '127.0.0.1', 'workspace', 'user']);

export function thisMachine(environment: NodeJS.ProcessEnv = process.env): Machine {
  const servers = Object.entries(environment).flatMap(([name, value = '']) =>
    SERVER_VARIABLE.test(name) && URL.canParse(value) ? [new URL(value).hostname] : [],
  );
  return {
    home: homedir(),
    user: userInfo().username,
    release: release(),
    hosts: [hostname(), ...servers].filter(namesMachine),
    installs: testCacheDirectory(environment),
  };
}

/** `vm` or `localhost` is the name of any machine. */
function namesMachine(host: string): boolean {
  return host.length > SHORTEST_NAME && !PLAIN_WORDS.has(host);
}

/**
 * Takes out of a text all that names the machine and the run, and puts the same in its place in
 * every run. What one view says is changed as it is in the other.
 */
export function createScrubber(
  { home, workspace, directory, endpoint }: Surroundings,
  machine: Machine = thisMachine(),
): (text: string) => string {
  const port = new URL(endpoint.url).port;
  const folders: [string, string][] = [
    [workspace, '/workspace'],
    [home, '/home/agent'],
    [dirname(workspace), '/run'],
    [directory, '/opt/agent'],
    [machine.installs, '/opt/agents'],
  ];
  const rules: [RegExp, string][] = [
    // macOS has its temporary folder behind a link; some CLIs follow it.
    ...folders.map(([path, name]): [RegExp, string] => [exactly(path, '(?:/private)?'), name]),
    // OpenCode has paths from the root on.
    ...folders.map(([path, name]): [RegExp, string] => [exactly(path.slice(1)), name.slice(1)]),
    // Claude Code names a folder for each workspace after its path, Gemini CLI after its hash.
    [exactly(slug(workspace)), slug('/workspace')],
    [exactly(slug(home)), slug('/home/agent')],
    [exactly(hashOf(workspace)), hashOf('/workspace')],
    // However else it is written.
    [exactly(basename(dirname(workspace))), 'run'],
    [new RegExp(`\\b(?:127\\.0\\.0\\.1|localhost):${port}\\b`, 'g'), '127.0.0.1:4711'],
    [exactly(endpoint.token), 'scripted-token'],
    [exactly(machine.release), '6.1.0'],
    [new RegExp(`(?<![\\w<./-])${escaped(machine.home)}(?![\\w.>-])`, 'g'), '/home/user'],
    [new RegExp(`\\b${escaped(machine.user)}@`, 'g'), 'user@'],
    ...machine.hosts.map((host): [RegExp, string] => [
      new RegExp(`(?<![\\w.-])${escaped(host)}(?![\\w-])`, 'g'),
      'host.example',
    ]),
  ];
  return (text) => rules.reduce((left, [pattern, name]) => left.replace(pattern, name), text);
}

function exactly(text: string, before = ''): RegExp {
  return new RegExp(`${before}${escaped(text)}`, 'g');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function slug(path: string): string {
  return path.replace(/[^A-Za-z0-9]/g, '-');
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex');
}
