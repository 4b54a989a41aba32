import { agentNames, agents } from '@dragoman/agents';
import { networkModes, sandboxKinds } from '@dragoman/sandbox';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { ExecOptions } from '../commands/exec/exec-options.js';
import { parseDuration } from '../commands/exec/parse-duration.js';
import type { CommandContext } from './command-context.js';

const more = () => `
Examples:
  $ dragoman exec "fix the flaky test"
  $ git diff | dragoman exec --agent claude --sandbox container
  $ dragoman exec "and now the docs" --resume 0199a213-81c0-7800-8aa1-bbab2a035a53
  $ dragoman exec "say hello" --script hello.yaml --json | jq .type

The key is taken from the agent's own variable and never reaches the agent:
${keyLines()}

Durations: 90s, 10m, 1h, or plain seconds.

Exit codes: 0 success, 1 the agent failed, 124 a limit of time ended it, 125 it could not be started,
130 canceled.
`;

export function addExec(program: Command, { terminal, onExit }: CommandContext): void {
  program
    .command('exec')
    .description('run one turn of an agent here, in a sandbox, and watch it')
    .argument('[prompt]', 'what the agent should do; from stdin without it, or as -')
    .option(
      '--agent <agent>',
      "such as codex or codex@0.58.0 (default: codex, or the resumed session's)",
    )
    .option('--model <name>', "the agent's own name for the model")
    .addOption(
      new Option(
        '--sandbox <kind>',
        'what confines the agent (default: bubblewrap; where it does not work, nothing is run without this)',
      ).choices(sandboxKinds),
    )
    .option('--image <name>', 'the image of a container (default: that of `agents image build`)')
    .addOption(
      new Option(
        '--agent-from <place>',
        "whether a container runs the image's own agent, or the one installed here (default: image)",
      ).choices(['image', 'cache']),
    )
    .addOption(
      new Option(
        '--network <mode>',
        'what the agent reaches beside its model (default: as little as the sandbox can give)',
      ).choices(networkModes),
    )
    .addOption(
      new Option(
        '--permission <posture>',
        'what it may do unasked (default: bypass where a sandbox confines it, else default)',
      ).choices(['default', 'plan', 'acceptEdits', 'bypass']),
    )
    .option(
      '--trust-project',
      'let files of the project tell the agent what to run: hooks, plugins, tool servers (default: where a sandbox confines it)',
    )
    .option('--cwd <folder>', 'the workspace (default: this folder)')
    .option('--yes-my-home', 'let the agent work in your home folder, which is refused otherwise')
    .option(
      '--writable <path>',
      'let the agent change what your own programs run later, such as .vscode; may be given again',
      (path: string, earlier: readonly string[] = []) => [...earlier, path],
    )
    .option(
      '--resume <session>',
      'go on with a session: its id, or as much of it as tells it from others',
    )
    .option('--timeout <duration>', 'most time for the whole turn (default: 1h)', duration)
    .option(
      '--idle-timeout <duration>',
      'most time without a sign of the agent (default: 10m)',
      duration,
    )
    .option(
      '--allow-web-search',
      'let the provider search the web, where the network is none (else it may do all it does)',
    )
    .addOption(
      new Option(
        '--budget-tokens <number>',
        'most tokens for the turn, in and out; the answer at the limit is the last',
      )
        .argParser(amount)
        .conflicts(['script', 'replay']),
    )
    .addOption(
      new Option('--budget-requests <number>', 'most requests to the model for the turn')
        .argParser(amount)
        .conflicts(['script', 'replay']),
    )
    .option('--base-url <url>', "any endpoint that speaks the language of the agent's model")
    .addOption(
      new Option('--script <file>', 'a scripted model: no key, no network').conflicts([
        'replay',
        'record',
        'baseUrl',
      ]),
    )
    .addOption(
      new Option('--replay <file>', 'the model as it was recorded: no key, no network').conflicts([
        'record',
        'baseUrl',
      ]),
    )
    .option('--record <file>', 'record what the model says, for --replay')
    .option('--full', 'all of long outputs and lines')
    .option('--json', 'events in NDJSON, for programs')
    .addHelpText('after', more)
    .action(async (prompt: string | undefined, options: ExecOptions) => {
      const { exec } = await import('../commands/exec/exec.js');
      onExit(await exec(prompt, options, terminal));
    });
}

function keyLines(): string {
  const column = Math.max(...agentNames.map((name) => name.length)) + 2;
  return agentNames
    .map((name) => `  ${name.padEnd(column)}${agents[name].keys.keyVariables.join(' or ')}`)
    .join('\n');
}

function duration(text: string): number {
  const parsed = parseDuration(text);
  if (typeof parsed === 'number') return parsed;
  throw new InvalidArgumentError(parsed.problem);
}

function amount(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value > 0) return value;
  throw new InvalidArgumentError('It takes a whole number from 1 on.');
}
