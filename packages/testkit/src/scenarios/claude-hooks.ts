import { type FreshScenarios, resumed, tool } from './scenario.js';

const hook = (command: string, matcher?: string) => [
  { ...(matcher !== undefined && { matcher }), hooks: [{ type: 'command', command }] },
];

const HOOKS = {
  UserPromptSubmit: hook('echo Mind the plums.'),
  PreToolUse: hook('grep -q refuse && { echo No plums. >&2; exit 2; } || exit 0', 'Bash'),
  PostToolUse: hook('echo Seen. >&2; exit 2', 'Bash'),
  Stop: hook('exit 0'),
};

/** In a file of the project: older versions heed one `--settings`, the last, which is Dragoman's. */
const SETTINGS = '.claude/settings.json';

/** A hook that decides by what it prints. */
const deciding = (output: unknown, matcher?: string) => [
  {
    ...(matcher !== undefined && { matcher }),
    hooks: [{ type: 'command', command: `cat > /dev/null; echo '${JSON.stringify(output)}'` }],
  },
];

/** What hooks do to prompts, calls and ends of turns. */
export const claudeHookScenarios: FreshScenarios = {
  hooks: {
    onlyDeep: true,
    files: { [SETTINGS]: JSON.stringify({ hooks: HOOKS }) },
    steps: [{ run: 'echo 1' }, { run: 'echo refuse' }, { say: 'Hooked.' }, { say: 'Again.' }],
    turns: [
      { prompt: 'begin', projectSettings: 'trust' },
      resumed('go on', { projectSettings: 'trust' }),
    ],
  },
  'hooks that rewrite, block and add': {
    onlyDeep: true,
    files: {
      [SETTINGS]: JSON.stringify({
        hooks: {
          SessionStart: deciding({
            hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'Start ctx.' },
          }),
          UserPromptSubmit: deciding({
            hookSpecificOutput: {
              hookEventName: 'UserPromptSubmit',
              additionalContext: 'Prompt ctx.',
            },
          }),
          PreToolUse: [
            ...deciding(
              {
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  permissionDecision: 'allow',
                  updatedInput: { command: 'echo rewritten' },
                },
              },
              'Bash',
            ),
            ...deciding(
              {
                hookSpecificOutput: {
                  hookEventName: 'PreToolUse',
                  permissionDecision: 'deny',
                  permissionDecisionReason: 'No writing.',
                },
              },
              'Write',
            ),
          ],
          PostToolUse: deciding(
            {
              decision: 'block',
              reason: 'Look again.',
              hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'Post ctx.' },
            },
            'Bash',
          ),
          Stop: [
            {
              hooks: [
                {
                  type: 'command',
                  command:
                    'test -e stopped && exit 0; touch stopped; echo \'{"decision":"block","reason":"Not yet."}\'',
                },
              ],
            },
          ],
        },
      }),
    },
    steps: [
      [{ say: 'I run.' }, { run: 'echo original' }],
      tool('Write', { file_path: 'x.txt', content: 'x' }),
      { say: 'Stopped.' },
      { say: 'Now really.' },
      { say: 'Again.' },
    ],
    turns: [
      { prompt: 'begin', projectSettings: 'trust' },
      resumed('go on', { projectSettings: 'trust' }),
    ],
  },
  'a prompt that a hook refuses': {
    onlyDeep: true,
    files: {
      [SETTINGS]: JSON.stringify({
        hooks: { UserPromptSubmit: deciding({ decision: 'block', reason: 'Not that.' }) },
      }),
    },
    steps: [{ say: 'One.' }, { say: 'Two.' }],
    turns: [
      { prompt: 'begin', projectSettings: 'ignore' },
      // The CLI doesn't keep it.
      resumed('secret', { typed: [], projectSettings: 'trust' }),
      resumed('go on', { projectSettings: 'ignore' }),
    ],
  },
};
