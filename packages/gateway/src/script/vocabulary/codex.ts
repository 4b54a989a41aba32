import { patchCommand, patchText } from './patch-text.js';
import { phrase, type Vocabulary } from './vocabulary.js';

/**
 * Codex. Its shell was `shell` up to 0.80 and is `exec_command` from 0.98; `shell_command` and
 * `local_shell` are offered for some models in between. Without a patch tool, a patch is a shell
 * command that Codex takes for one.
 */
export const codex: Vocabulary = {
  run: [
    phrase('exec_command', ({ command }) => ({ cmd: command })),
    phrase('shell_command', ({ command }) => ({ command })),
    phrase('shell', ({ command }) => ({ command: ['bash', '-lc', command] })),
    phrase({ name: 'local_shell', form: 'local_shell' }, ({ command }) => ({
      command: ['bash', '-lc', command],
    })),
  ],
  patch: [
    phrase({ name: 'apply_patch', form: 'custom' }, ({ changes }) => ({
      input: patchText(changes),
    })),
    phrase({ name: 'apply_patch', property: 'input' }, ({ changes }) => ({
      input: patchText(changes),
    })),
    phrase('exec_command', ({ changes }) => ({ cmd: patchCommand(changes) })),
    phrase('shell_command', ({ changes }) => ({ command: patchCommand(changes) })),
    phrase('shell', ({ changes }) => ({
      command: ['apply_patch', patchText(changes)],
    })),
    phrase({ name: 'local_shell', form: 'local_shell' }, ({ changes }) => ({
      command: ['apply_patch', patchText(changes)],
    })),
  ],
  plan: [phrase('update_plan', ({ items }) => ({ plan: items }))],
};
