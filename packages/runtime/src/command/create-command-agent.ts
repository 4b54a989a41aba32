import { shellWord } from '@dragoman/protocol/internal';
import { z } from 'zod';
import type { BaseChatRequest, ChatAgent } from '../chat/chat-agent.js';
import { createOutputReader } from './create-output-reader.js';

/** A line for the shell of the sandbox (`sh`), or a program and its arguments. */
export type PlainCommand = string | readonly [program: string, ...args: string[]];

/**
 * A plain command as a `ChatAgent`, for `startChatTurn`: the tests of a project, its setup. What it writes
 * to stdout is `tool_output`, whatever it looks like, and its exit code decides how the turn ends. It has
 * no model and no tools of the caller, and may be silent for as long as it may run.
 *
 * @example
 * const turn = await startChatTurn({ agent: createCommandAgent('npm test'), cwd: '.' });
 * const { status, exit_code } = await turn.outcome;
 */
export function createCommandAgent(command: PlainCommand): ChatAgent<BaseChatRequest> {
  const line = typeof command === 'string' ? command : command.map(shellWord).join(' ');
  const [cmd, ...args] = typeof command === 'string' ? ['sh', '-c', command] : command;
  return {
    // What it is to do is said already.
    requestSchema: z.object({}).transform(() => ({ message: line })),
    isProgram: true,
    keepsSessions: false,
    prepare: async () => ({ createEventReader: () => createOutputReader(line) }),
    prepareSandbox: async () => {},
    createCommand: () => ({ cmd, args }),
  };
}
