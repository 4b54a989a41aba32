import { type AgentName, agentNames } from '@dragoman/agents';
import { DragomanError } from '@dragoman/protocol';
import { shellWord } from '@dragoman/protocol/internal';
import { buildAgentsImage } from '@dragoman/runtime';
import { type EngineName, engineNames } from '@dragoman/sandbox';
import { EXIT, type ExitCode } from '../../exit-code.js';
import type { Terminal } from '../../terminal/terminal.js';
import { harmlessLines } from '../../terminal/text/harmless-text.js';

/** Each agent has an option, too: its version in the image, or `none`. */
export interface BuildImageOptions extends Readonly<Partial<Record<AgentName, string>>> {
  readonly engine?: string;
  readonly baseImage?: string;
  readonly tag?: string;
  readonly network?: string;
  readonly npmrc?: string;
  readonly tools: string | false;
}

/** `dragoman agents image build`: shows the engine's command and its output, and prints the image's name. */
export async function buildImageCommand(
  options: BuildImageOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const { baseImage, tag, network, npmrc, tools } = options;
  const engine = engineNamed(options.engine);
  const started = performance.now();
  const decoder = new TextDecoder();
  const image = await buildAgentsImage({
    ...(engine !== undefined && { engine }),
    ...(baseImage !== undefined && { baseImage }),
    ...(tag !== undefined && { tag }),
    ...(network !== undefined && { network }),
    ...(npmrc !== undefined && { npmrc }),
    ...(tools === false && { tools: [] }),
    ...(typeof tools === 'string' && {
      tools: tools.split(/[\s,]+/).filter((name) => name !== ''),
    }),
    versions: versionsIn(options),
    signal: terminal.signal,
    onCommand: (command) =>
      terminal.say(terminal.paint('dim', `$ ${command.map(shellWord).join(' ')}`)),
    onOutput(bytes) {
      const text = decoder.decode(bytes, { stream: true }).trimEnd();
      if (text !== '') terminal.say(harmlessLines(text).join('\n'));
    },
  });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  terminal.say(`${terminal.paint('green', '✓')} ${image} was built in ${seconds} s`);
  await terminal.write(`${image}\n`);
  return EXIT.success;
}

function engineNamed(name: string | undefined): EngineName | undefined {
  const found = engineNames.find((engine) => engine === name);
  if (found !== undefined || name === undefined) return found;
  throw new DragomanError(
    'usage',
    `There is no engine ${name}; there are ${engineNames.join(', ')}.`,
  );
}

function versionsIn(options: BuildImageOptions): Partial<Record<AgentName, string>> {
  const asked = agentNames.flatMap((name) => {
    const version = options[name];
    return version === undefined ? [] : [[name, version === 'none' ? '' : version] as const];
  });
  return Object.fromEntries(asked);
}
