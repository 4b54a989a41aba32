import type { McpServer } from '@dragoman/agents';
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
  // Goes on until it is ended.
  endless: `
    const text = 'x'.repeat(8000);
    print({ type: 'thread.started', thread_id: 'endless' });
    print({ type: 'turn.started' });
    let count = 0;
    const more = () => {
      while (true) {
        const item = { id: 'item_' + count++, type: 'agent_message', text };
        if (!print({ type: 'item.completed', item })) return process.stdout.once('drain', more);
      }
    };
    more();`,
  // As what has got hold of an agent's output may write.
  sessions: `
    for (let count = 0; count < 5000; count += 1) {
      print({ type: 'thread.started', thread_id: 'session-' + count });
    }
    print({ type: 'thread.started', thread_id: 'session-0' });
    print({ type: 'turn.started' });
    print({ type: 'turn.completed', usage: {} });`,
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
  // Keeps two calls of a tool of the caller open at any time.
  calling: `
    const [command, ...args] = JSON.parse(process.env.CALLER_SERVER);
    const stdio = ['pipe', 'pipe', 'inherit'];
    const server = require('node:child_process').spawn(command, args, { stdio });
    const send = (message) => server.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    const params = { name: 'ask', arguments: {} };
    let calls = 0;
    const call = () => send({ id: 'call' + calls++, method: 'tools/call', params });
    const clientInfo = { name: 'fake', version: '1' };
    print({ type: 'thread.started', thread_id: 'calling' });
    print({ type: 'turn.started' });
    send({ id: 'hello', method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    require('node:readline').createInterface({ input: server.stdout }).on('line', (line) => {
      if (JSON.parse(line).id === 'hello') send({ method: 'notifications/initialized' });
      if (JSON.parse(line).id === 'hello') call();
      call();
    });`,
} as const;

const PRINT = "const print = (event) => process.stdout.write(JSON.stringify(event) + '\\n');";

export type FakeAgentName = keyof typeof PROGRAMS;

/** How the server of the caller's tools is started, where there is one. */
function launchOf(server: McpServer | undefined): string {
  const isProgram = server !== undefined && 'command' in server;
  return isProgram ? JSON.stringify([server.command, ...(server.args ?? [])]) : '[]';
}

/** A program that stands in for an agent; `flood` prints so many bytes. */
export function createFakeAgent(name: FakeAgentName, floodBytes = 0): ChatAgent<BaseChatRequest> {
  return {
    requestSchema: chatRequest,
    saysTurnEnd: true,
    prepare: async () => ({ readable: [process.execPath] }),
    prepareSandbox: async () => {},
    createCommand: ({ callerServer }) => ({
      cmd: process.execPath,
      args: ['-e', `${PRINT}${PROGRAMS[name]}`],
      env: { FLOOD_BYTES: String(floodBytes), CALLER_SERVER: launchOf(callerServer) },
    }),
    createStdoutMapper: () => createCodexStdoutMapper(),
  };
}
