import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentNames, agents, createTranslator, parseAgentReference } from '@dragoman/agents';
import {
  createCassetteRecorder,
  defineScript,
  loadCassette,
  saveCassette,
  startForwardGateway,
  startReplayGateway,
  startScriptGateway,
  type TurnUsage,
} from '@dragoman/gateway';
import { type ProcessResult, readProcesses } from '@dragoman/sandbox';
import {
  INSTALL_TIMEOUT_MS,
  runRawTurn,
  saidIn,
  startProxyTrap,
  testAgent,
  withThrowawayHome,
} from '@dragoman/testkit';
import { beforeAll, describe, expect, inject, test } from 'vitest';

const ANSWER =
  'The scripted answer, long enough to come in several pieces, word for word: grüß dich, 世界.';

const isPiece = (text: string) => text !== ANSWER && ANSWER.includes(text);

const SCRIPT = defineScript({
  name: 'proof',
  usage: { input: 1000, cached: 600, output: 50, reasoning: 10 },
  steps: [
    [{ think: 'First.' }, { run: 'expr 6 \\* 7 > ran.txt; echo "$HOME" >> ran.txt' }],
    [{ say: 'And then.' }, { patch: [{ add: 'new.txt', content: 'made\n' }] }],
    { say: ANSWER },
  ],
});

/** A turn, where it went, and what it left. */
interface Ran {
  readonly ended: ProcessResult;
  readonly home: string;
  readonly ran: string;
  readonly made: string;
  readonly attempts: readonly string[];
  readonly left: readonly unknown[];
}

/** One turn in new folders. */
function runIn(agent: string, gateway: { url: string | undefined }, token: string): Promise<Ran> {
  return withThrowawayHome(async ({ home, workspace }) => {
    const trap = await startProxyTrap();
    const ended = await runRawTurn({
      agent,
      prompt: '--help me: do as the script says',
      gateway,
      token,
      home,
      cwd: workspace,
      permission: 'bypass',
      proxy: trap.url,
    });
    await trap.close();
    const left = await readProcesses(`HOME=${home}`);
    return {
      ended,
      home,
      ran: await readFile(join(workspace, 'ran.txt'), 'utf8').catch(String),
      made: await readFile(join(workspace, 'new.txt'), 'utf8').catch(String),
      attempts: trap.attempts,
      left: [...(left?.marked ?? [])],
    };
  });
}

interface Emitted extends Ran {
  readonly usage: TurnUsage;
}

/** A turn behind a gateway that knows the key and tapes all that is said. */
async function record(reference: string, path: string): Promise<Emitted & { secrets: string[] }> {
  const model = await startScriptGateway({ script: SCRIPT });
  const upstream = { baseUrl: model.url ?? '', key: model.admit({}).token };
  const gateway = await startForwardGateway({
    upstreams: { openai: upstream, anthropic: upstream, gemini: upstream },
  });
  try {
    const recorder = createCassetteRecorder();
    const pass = gateway.admit({ record: recorder });
    const ran = await runIn(reference, gateway, pass.token);
    await saveCassette(path, recorder.cassette());
    return { ...ran, usage: pass.usage(), secrets: [upstream.key, pass.token] };
  } finally {
    await Promise.all([gateway.close(), model.close()]);
  }
}

async function replay(reference: string, path: string): Promise<Emitted> {
  const gateway = await startReplayGateway();
  try {
    const { mentions } = agents[parseAgentReference(reference).name];
    const pass = gateway.admit({ cassette: await loadCassette(path), mentions });
    const ran = await runIn(reference, gateway, pass.token);
    return { ...ran, usage: pass.usage() };
  } finally {
    await gateway.close();
  }
}

const AGENTS = inject('isDeep') ? [...agentNames, 'codex@0.58.0'] : agentNames;

describe.concurrent.each([...AGENTS])('the real %s, under a scripted model,', (reference) => {
  // Each turn of some CLIs takes many seconds of a processor, so one proves much.
  let first: Awaited<ReturnType<typeof record>>;
  let again: Emitted;
  let cassette: string;
  beforeAll(
    () =>
      withThrowawayHome(async ({ home }) => {
        const path = join(home, 'run.cassette.json');
        first = await record(reference, path);
        cassette = await readFile(path, 'utf8');
        again = await replay(reference, path);
      }),
    INSTALL_TIMEOUT_MS,
  );

  test('runs its command, says its answer, calls nobody else and leaves nobody behind', () => {
    const { ended, home, ran, made, attempts, left, usage } = first;
    expect(ended).toMatchObject({ exitCode: 0, signal: null, reason: 'exited' });
    expect(saidIn(ended.stdout)).toContain(ANSWER);
    expect({ ran, made }).toEqual({ ran: `42\n${home}\n`, made: 'made\n' });
    expect(usage).toMatchObject({ requests: 3, inputTokens: 3000, outputTokens: 150 });
    expect(attempts).toEqual([]);
    expect(left).toEqual([]);
  });

  test('has deltas, thoughts and costs exactly if it is said to be able to', async () => {
    const { abilities, interpreter } = agents[parseAgentReference(reference).name];
    const { version } = await testAgent(reference);
    const translator = createTranslator(interpreter.live({ version }));
    const events = [...translator.push(first.ended.stdout), ...translator.flush()];
    const pieces = events.filter(
      (event) => event.type === 'message' && event.delta === true && isPiece(event.content),
    );
    const { deltas, reasoning, cost } = abilities(version);
    expect({
      deltas: pieces.length > 1,
      reasoning: events.some((event) => event.type === 'reasoning'),
      cost: events.some((event) => event.type === 'usage' && event.cost_usd !== undefined),
    }).toEqual({ deltas, reasoning, cost });
  });

  test('is recorded, and replays elsewhere with no key and no model', () => {
    for (const secret of first.secrets) expect(cassette).not.toContain(secret);
    expect(again.ended).toMatchObject({ exitCode: 0, reason: 'exited' });
    expect(saidIn(again.ended.stdout)).toContain(ANSWER);
    expect(again).toMatchObject({ ran: `42\n${again.home}\n`, made: 'made\n', attempts: [] });
    expect(again.usage).toEqual(first.usage);
  });
});
