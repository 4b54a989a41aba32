import { agentNames, agents, type Permission, permissions } from '@dragoman/agents';
import type { AgentSource } from '@dragoman/runtime';
import { type NetworkMode, networkModes, type SandboxKind, sandboxKinds } from '@dragoman/sandbox';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../program.js';
import { addGivenOptions, type GivenExecOptions } from './given-options.js';
import { addLimitOptions, type LimitOptions } from './limit-options.js';
import { addRequestOptions, type RequestOptions, repeatable } from './request-options.js';

const more = () => `
Examples:
  $ dragoman exec "fix the flaky test"
  $ git diff | dragoman exec --agent claude --sandbox container
  $ dragoman exec "and now the docs" --continue
  $ dragoman exec "try it with a cache" --resume 0199a213 --fork
  $ dragoman exec "say hello" --script hello.yaml --json | jq .type

The key comes from one of these variables and never reaches the agent:
${keyLines()}
Without one: dragoman login codex or claude, then --login.

Durations: 90s, 10m, 1h, or plain seconds.

A script is YAML or JSON, one step for each answer: steps: [{ run: ls }, { say: Done. }]

Exit codes: 0 success, 1 the agent failed, 2 wrong arguments or no key, 124 a time limit ended it,
125 it could not be started, 130 canceled.
`;

export function addExec(program: Command, { terminal, onExit }: CommandContext): void {
  const command = program
    .command('exec')
    .description('run one turn of an agent in a sandbox and show it')
    .argument('[prompt]', 'what the agent should do (read from stdin if missing or -)')
    .optionsGroup('Agent and model:')
    .option(
      '--agent <agent>',
      "for example codex or codex@0.58.0 (default: codex, or the resumed session's)",
    )
    .option('--model <name>', 'the model, by the name that the agent uses');
  addRequestOptions(command);
  command
    .optionsGroup('Sandbox:')
    .addOption(
      new Option(
        '--sandbox <kind>',
        'what confines the agent (default: bubblewrap; if it does not work here, nothing runs)',
      ).choices(sandboxKinds),
    )
    .option(
      '--container-image <name>',
      'the image of the container (default: the one of `agents image build`)',
    )
    .addOption(
      new Option(
        '--agent-from <source>',
        'whether a container runs the agent in its image or the one installed here (default: image)',
      ).choices(['image', 'cache']),
    )
    .addOption(
      new Option(
        '--network <mode>',
        'what the agent can reach besides its model (default: as little as the sandbox allows)',
      ).choices(networkModes),
    )
    .addOption(
      new Option(
        '--permission <posture>',
        'what the agent may do without asking (default: bypass if the sandbox confines it, else default)',
      ).choices(permissions),
    )
    .option(
      '--trust-project',
      'run hooks, plugins and tool servers that files of the project configure (default: only if the sandbox confines the agent)',
    )
    .option('--cwd <folder>', 'the workspace (default: this folder)')
    .option('--yes-my-home', 'let the agent work in your home folder, which is otherwise refused')
    .option(
      '--writable <path>',
      'let the agent change a path that your own programs run later, such as .vscode (repeatable)',
      repeatable,
    );
  addGivenOptions(command);
  command
    .optionsGroup('Session:')
    .option(
      '--resume <session>',
      'resume a session: its id, the beginning of its id, or its file. A session that Dragoman did not start is copied first',
    )
    .addOption(
      new Option('--continue', 'resume the session that was last used in the workspace').conflicts(
        'resume',
      ),
    )
    .option('--fork', 'resume a copy of the session; the session itself does not change');
  addLimitOptions(command);
  command
    .optionsGroup('Where the answers come from:')
    .option('--base-url <url>', "an endpoint with the API of the agent's model")
    .addOption(
      new Option(
        '--login',
        'use the login of `dragoman login` instead of a key (Codex and Claude Code)',
      ).conflicts(['script', 'replay', 'baseUrl']),
    )
    .option('--no-login', 'use a key, whatever the configuration says')
    .addOption(
      new Option('--script <file>', 'use a scripted model: no key, no network').conflicts([
        'replay',
        'record',
        'baseUrl',
      ]),
    )
    .addOption(
      new Option('--replay <file>', 'use a recorded model: no key, no network').conflicts([
        'record',
        'baseUrl',
      ]),
    )
    .option('--record <file>', 'record the answers of the model for --replay')
    .optionsGroup('Output:')
    .option('--diff', 'show the diffs of all files that the turn changed')
    .option('--full', 'do not shorten long outputs and lines')
    .option('--verbose', 'as --full, with all durations and what the agent writes to stderr')
    .addOption(
      new Option('--quiet', 'print only what the agent says last, and errors').conflicts([
        'json',
        'verbose',
        'full',
        'diff',
      ]),
    )
    .option('--output-last-message <file>', 'write what the agent says last to a file, too')
    .option('--json', 'print the events as NDJSON')
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

/** The options of `dragoman exec`. */
export interface ExecOptions extends GivenExecOptions, LimitOptions, RequestOptions {
  readonly agent?: string;
  readonly model?: string;
  readonly sandbox?: SandboxKind;
  readonly containerImage?: string;
  readonly agentFrom?: AgentSource;
  readonly network?: NetworkMode;
  readonly permission?: Permission;
  readonly trustProject?: boolean;
  readonly cwd?: string;
  readonly yesMyHome?: boolean;
  /** Paths relative to the workspace. */
  readonly writable?: readonly string[];
  readonly resume?: string;
  readonly continue?: boolean;
  readonly fork?: boolean;
  readonly baseUrl?: string;
  /** False with `--no-login`. */
  readonly login?: boolean;
  readonly script?: string;
  readonly replay?: string;
  readonly record?: string;
  readonly diff?: boolean;
  readonly full?: boolean;
  readonly verbose?: boolean;
  readonly quiet?: boolean;
  readonly outputLastMessage?: string;
  readonly json?: boolean;
}
