import { basename, delimiter, dirname, join } from 'node:path';
import { DragomanError } from '@dragoman/protocol';
import { pathExists } from '@dragoman/sandbox';

/**
 * The npm that belongs to the running Node, else the first on PATH, as the script that Node runs.
 * Started this way it needs neither a shell nor a `node` on PATH.
 */
export async function findNpm(
  environment: NodeJS.ProcessEnv = process.env,
  node: string = process.execPath,
): Promise<string> {
  for (const script of candidates(environment, node)) {
    if (await pathExists(script)) return script;
  }
  throw new DragomanError(
    'npm_missing',
    'Agents are installed with npm, which was found neither beside this Node nor on PATH. Install npm, which comes with Node from nodejs.org.',
  );
}

function candidates(environment: NodeJS.ProcessEnv, node: string): string[] {
  const script = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const bin = dirname(node);
  const caller = environment.npm_execpath ?? '';
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [
    // Set by an npm that runs us; other package managers set it to themselves.
    ...(basename(caller) === 'npm-cli.js' ? [caller] : []),
    ...[bin, ...folders].flatMap((folder) => [
      join(folder, '..', 'lib', script),
      join(folder, script), // Windows
      join(folder, '..', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'), // Debian
    ]),
  ];
}
