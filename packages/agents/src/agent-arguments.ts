import type { AgentReference } from './agents.js';
import { unsupportedOption } from './version-support.js';

/**
 * Options of a CLI that Dragoman sets, or that would undo what it decides, and what to use instead (empty:
 * nothing). `--config sandbox_mode` stands for an option with a value that begins with that name.
 */
export type OwnOptions = Readonly<Record<string, string>>;

/**
 * Refuses arguments for a CLI that its agent's own options rule out.
 *
 * Short options are taken one by one: in `-dy` a parser finds two, or one with a value.
 */
export function checkAgentArguments(
  agent: AgentReference,
  own: OwnOptions,
  args: readonly string[],
): void {
  for (const [index, argument] of args.entries()) {
    if (!argument.startsWith('-') || argument === '-') continue;
    if (argument === '--') throw refused(agent, argument, 'no option could follow it.');
    if (/^-[^-]./.test(argument)) {
      throw refused(agent, argument, 'give short options one by one, and a value as an argument.');
    }
    const [name, value = args[index + 1] ?? ''] = splitAtSign(argument);
    const option = plainName(name);
    const key = `${option} ${value.split(/[=.]/)[0]?.trim()}`;
    const found = [option, option.replace(/^--no-/, '--'), key].find((each) =>
      Object.hasOwn(own, each),
    );
    if (found !== undefined) throw refused(agent, found, insteadOf(own[found] ?? ''));
  }
}

function splitAtSign(argument: string): readonly [string, string?] {
  const at = argument.indexOf('=');
  return at === -1 ? [argument] : [argument.slice(0, at), argument.slice(at + 1)];
}

/** Some CLIs take `--approvalMode` for `--approval-mode`. */
function plainName(name: string): string {
  if (!name.startsWith('--')) return name;
  return name.replaceAll(/[A-Z]/g, '-$&').toLowerCase();
}

function insteadOf(option: string): string {
  return option === '' ? 'Dragoman sets it.' : `use ${option} instead.`;
}

function refused(agent: AgentReference, argument: string, why: string) {
  return unsupportedOption(agent, `\`extraArgs ${argument}\``, why);
}
