import { describe, expect, test } from 'vitest';
import { checkAgentArguments } from './agent-arguments.js';
import { type AgentName, agents } from './agents.js';

function checkFor(name: AgentName, args: readonly string[]) {
  const agent = { name, version: agents[name].version };
  return () => checkAgentArguments(agent, agents[name].ownOptions ?? {}, args);
}

test.each<[AgentName, readonly string[]]>([
  ['codex', ['-c', 'model_verbosity=low', '--add-dir', '/x', '--enable', 'apps']],
  ['claude', ['--disallowedTools', 'WebFetch', '-d', '--append-system-prompt=Be brief.']],
  ['gemini', ['--include-directories', '..', '-e', 'none']],
  ['opencode', ['--print-logs', '--file', 'notes.txt']],
])('%s gets %j', (name, args) => {
  expect(checkFor(name, args)).not.toThrow();
});

test.each<[AgentName, readonly string[], string]>([
  ['codex', ['--sandbox', 'danger-full-access'], '--sandbox`: use --permission instead.'],
  ['codex', ['-c', 'sandbox_mode="danger-full-access"'], '-c sandbox_mode`: use --permission'],
  ['codex', ['--config=sandbox_workspace_write.network_access=true'], 'use --permission instead.'],
  ['codex', ['--config', ' model_providers.x.base_url="http://x"'], 'use --base-url instead.'],
  ['codex', ['-sdanger-full-access'], 'give short options one by one'],
  ['codex', ['--'], 'no option could follow it.'],
  ['codex', ['--experimental-json'], '--experimental-json`: use --json instead.'],
  ['claude', ['--dangerously-skip-permissions'], 'use --permission bypass instead.'],
  ['claude', ['--allowedTools', 'Bash'], '--allowed-tools`: use --permission instead.'],
  ['claude', ['--verbose'], '--verbose`: Dragoman sets it.'],
  ['gemini', ['--approvalMode=yolo'], '--approval-mode`: use --permission instead.'],
  ['gemini', ['--no-sandbox'], 'use --sandbox instead.'],
  ['gemini', ['-dy'], 'give short options one by one'],
  ['opencode', ['--agent', 'mine'], 'use --permission instead.'],
])('%s is refused %j, in words that name both', (name, args, words) => {
  const refusal = expect.objectContaining({
    code: 'unsupported_option',
    message: expect.stringContaining(words),
  });
  expect(checkFor(name, args)).toThrow(refusal);
  expect(checkFor(name, args)).toThrow(`${name} ${agents[name].version} can't do \`extraArgs `);
});

describe('what Dragoman puts into a command', () => {
  test.each(Object.keys(agents) as AgentName[])('%s is not passed on by a user, too', (name) => {
    const { args } = agents[name].command({
      prompt: 'Hi.',
      endpoint: { url: 'http://127.0.0.1:1', token: 'none' },
      cwd: '/workspace',
      home: '/home/agent',
      version: agents[name].version,
      projectSettings: 'ignore',
    });
    const own = agents[name].ownOptions ?? {};
    const options = args.filter((argument) => /^--?[a-z]/i.test(argument));
    const known = (option: string) =>
      option in own || Object.keys(own).some((key) => key.startsWith(`${option} `));
    // It may name more folders than Dragoman does.
    expect(options.filter((option) => !known(option) && option !== '--add-dir')).toEqual([]);
  });
});
