import { basename, dirname, isAbsolute, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import {
  packagesBeside,
  pathExists,
  programDistrust,
  programVariable,
  realOrSame,
  systemFolders,
} from '@dragoman/sandbox';

const SCRIPT = 'npm-cli.js';

/**
 * The npm that `DRAGOMAN_NPM` names, else the one that runs us or belongs to the running Node, else the
 * system's, as the script that Node runs. Started this way it needs neither a shell nor a `node` on PATH.
 *
 * One that an agent or a repository could have written is passed over, or refused by name
 * (`program_untrusted`) where the setting has it.
 */
export async function findNpm(
  environment: NodeJS.ProcessEnv = process.env,
  node: string = process.execPath,
): Promise<string> {
  const set = environment[programVariable('npm')];
  if (set) return checkSet(set, node);
  for (const script of candidates(environment, node)) {
    if ((await pathExists(script)) && distrust(script, node) === undefined) return script;
  }
  throw new DragomanError(
    'npm_missing',
    `Agents are installed with npm, which was found neither beside this Node nor in the system's folders. Install npm, which comes with Node from nodejs.org, or set ${programVariable('npm')} to its ${SCRIPT}.`,
  );
}

async function checkSet(script: string, node: string): Promise<string> {
  const variable = programVariable('npm');
  if (!isAbsolute(script) || basename(script) !== SCRIPT || !(await pathExists(script))) {
    throw new DragomanError(
      'npm_missing',
      `${variable} says ${script}, but that is no npm. Give the absolute path of its ${SCRIPT}, or leave it out.`,
    );
  }
  const why = distrust(script, node);
  if (why === undefined) return script;
  throw new DragomanError(
    'program_untrusted',
    `${script} is not run as npm, because an agent could have written it: ${why}. Set ${variable} to the ${SCRIPT} of one that no agent can change.`,
  );
}

/** npm is itself a package: that of Node or of the system is none of a project's. */
function distrust(script: string, node: string): string | undefined {
  return programDistrust(script, { packages: packagesOf(node).map(realOrSame) });
}

function packagesOf(node: string): readonly string[] {
  return [dirname(node), dirname(realOrSame(node))].flatMap(packagesBeside);
}

function candidates(environment: NodeJS.ProcessEnv, node: string): string[] {
  const caller = environment.npm_execpath ?? '';
  return [
    // Set by an npm that runs us; other package managers set it to themselves.
    ...(basename(caller) === SCRIPT && isAbsolute(caller) ? [caller] : []),
    ...[...packagesOf(node), ...systemFolders().flatMap(packagesBeside)].map((packages) =>
      join(packages, 'npm', 'bin', SCRIPT),
    ),
  ];
}
