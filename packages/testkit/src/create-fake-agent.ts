import { createCodexStdoutMapper } from '@dragoman/agents/codex';
import { type BaseChatRequest, type ChatAgent, chatRequest } from '@dragoman/runtime';

/** What no real agent can be made to do, as programs that speak like Codex. */
const PROGRAMS = {
  flood: `
    const text = 'x'.repeat(16000);
    print({ type: 'thread.started', thread_id: 'flood' });
    print({ type: 'turn.started' });
    let left = Math.ceil(Number(process.env.FLOOD_BYTES) / text.length);
    const more = () => {
      while (left-- > 0) {
        const item = { id: 'item_' + left, type: 'agent_message', text };
        if (!print({ type: 'item.completed', item })) return process.stdout.once('drain', more);
      }
      print({ type: 'turn.completed', usage: {} });
    };
    more();`,
  torn: `
    print({ type: 'thread.started', thread_id: 'torn' });
    print({ type: 'turn.started' });
    process.stdout.write('{"type":"turn.comple');`,
  silent: 'setInterval(() => {}, 1000);',
  lingering: `
    print({ type: 'thread.started', thread_id: 'lingering' });
    print({ type: 'turn.started' });
    print({ type: 'turn.completed', usage: {} });
    setInterval(() => {}, 1000);`,
} as const;

const PRINT = "const print = (event) => process.stdout.write(JSON.stringify(event) + '\\n');";

export type FakeAgentName = keyof typeof PROGRAMS;

/** A program in the place of an agent; `flood` prints so many bytes. */
export function createFakeAgent(name: FakeAgentName, floodBytes = 0): ChatAgent<BaseChatRequest> {
  return {
    requestSchema: chatRequest,
    saysTurnEnd: true,
    readable: () => [process.execPath],
    prepareSandbox: async () => {},
    createCommand: () => ({
      cmd: process.execPath,
      args: ['-e', `${PRINT}${PROGRAMS[name]}`],
      env: { FLOOD_BYTES: String(floodBytes) },
    }),
    createStdoutMapper: () => createCodexStdoutMapper(),
  };
}
