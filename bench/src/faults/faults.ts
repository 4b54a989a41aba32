import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WrittenScript } from '@dragoman/gateway';
import type { JournaledEvent } from '@dragoman/protocol';
import { namesIn, readProcess, sandboxKinds } from '@dragoman/sandbox';
import { isWatchdog } from '@dragoman/testkit';
import type { Fault, FaultyTurn } from './fault.js';

const LOCAL = ['process', 'bubblewrap'] as const;

const EARLY_PATIENCE_MS = 60_000;
const EARLY_POLL_MS = 2;

/** `MARK` becomes an argument that only commands of the run have. */
const LEAVES_DAEMONS = {
  run: 'setsid sleep MARK >/dev/null 2>&1 & nohup sleep MARK >/dev/null 2>&1 & (setsid sh -c "trap : TERM INT; sleep MARK & sleep MARK" >/dev/null 2>&1 &); echo left',
};
const STALLING: WrittenScript = {
  steps: [LEAVES_DAEMONS, { actions: [{ say: 'Never said.' }], fault: { stall: 'forever' } }],
};

const isCommandDone = (event: JournaledEvent): boolean => event.type === 'tool_result';

async function whenStalled(turn: FaultyTurn): Promise<void> {
  await turn.reached(isCommandDone);
}

/** Every way a turn can go wrong that a bar names, and some more. */
export const faults: readonly Fault[] = [
  {
    name: 'nothing goes wrong',
    kinds: sandboxKinds,
    share: 3,
    turn: { script: { steps: [LEAVES_DAEMONS, { say: 'Done.' }] } },
    status: 'success',
  },
  {
    name: 'kill -9 of the outermost process',
    kinds: sandboxKinds,
    share: 6,
    turn: { script: STALLING },
    make: async (turn) => {
      await whenStalled(turn);
      await killChildOf(turn.owner.pid, turn);
    },
    status: 'failed',
  },
  {
    name: 'kill -9 of the agent itself',
    kinds: sandboxKinds,
    share: 6,
    turn: { script: STALLING },
    make: async (turn) => {
      await whenStalled(turn);
      await killAgent(turn);
    },
    status: 'failed',
  },
  {
    name: 'kill -9 of the owner',
    kinds: sandboxKinds,
    share: 8,
    turn: { script: STALLING },
    make: async (turn) => {
      await whenStalled(turn);
      turn.owner.kill();
    },
    status: 'failed',
  },
  {
    name: 'kill -9 of the owner before a word is said',
    kinds: LOCAL,
    share: 4,
    turn: { script: STALLING },
    make: async (turn) => {
      await turn.reached(({ type }) => type === 'sandbox');
      turn.owner.kill();
    },
    status: 'failed',
  },
  {
    name: 'kill -9 of the owner early',
    kinds: LOCAL,
    share: 10,
    turn: { script: STALLING },
    make: killEarly,
    isEarly: true,
    status: 'failed',
  },
  {
    name: 'Ctrl-C of the owner',
    kinds: LOCAL,
    share: 3,
    turn: { script: STALLING },
    make: async (turn) => {
      await whenStalled(turn);
      turn.owner.interrupt();
    },
    status: 'failed',
  },
  {
    name: 'the model stalls',
    kinds: sandboxKinds,
    share: 4,
    turn: { script: STALLING, limits: { idleMs: 1500 } },
    status: 'stalled',
  },
  {
    name: 'it takes too long',
    kinds: LOCAL,
    share: 3,
    turn: { script: STALLING, limits: { wallMs: 3000 } },
    status: 'timeout',
  },
  {
    name: 'the key is refused',
    kinds: sandboxKinds,
    share: 4,
    turn: {
      script: { steps: [LEAVES_DAEMONS, { fault: { status: 401, message: 'Incorrect API key' } }] },
    },
    status: 'failed',
    says: /401/,
  },
  {
    name: 'the provider has had enough (429)',
    kinds: LOCAL,
    share: 3,
    turn: { script: { steps: [LEAVES_DAEMONS, { fault: { status: 429, message: 'Slow down' } }] } },
    status: 'failed',
    says: /429/,
  },
  {
    name: 'the answer breaks off',
    kinds: LOCAL,
    share: 3,
    turn: {
      script: { steps: [LEAVES_DAEMONS, { actions: [{ say: 'Half' }], fault: { cut: true } }] },
    },
    status: 'failed',
  },
  {
    name: 'the last line is torn',
    kinds: LOCAL,
    share: 4,
    turn: { fake: 'torn' },
    status: 'failed',
  },
  {
    name: 'it never says a word',
    kinds: LOCAL,
    share: 3,
    turn: { fake: 'silent', limits: { neverStartedMs: 1000 } },
    status: 'not_started',
  },
  {
    name: "it says it's done and stays",
    kinds: LOCAL,
    share: 3,
    turn: { fake: 'lingering', limits: { hangAfterEndMs: 1000 } },
    status: 'success',
  },
  {
    name: 'it prints 1 GiB',
    kinds: LOCAL,
    share: 1,
    turn: { fake: 'flood', limits: { journalBytes: 2 * 1024 ** 3 } },
    status: 'success',
  },
  {
    name: 'it prints more than its journal may hold',
    kinds: LOCAL,
    share: 1,
    turn: { fake: 'endless', limits: { journalBytes: 2 * 1024 * 1024 } },
    status: 'failed',
    says: /limit/,
  },
  {
    name: 'the disk is full',
    kinds: LOCAL,
    share: 4,
    turn: { fake: 'flood' },
    diskBytes: 4 * 1024 * 1024,
    status: 'failed',
    says: /full|space/i,
  },
];

/** In the first second, at any moment from before the turn's first file on. */
async function killEarly({ fixture, owner }: FaultyTurn): Promise<void> {
  const deadline = performance.now() + EARLY_PATIENCE_MS;
  const hasBegun = async () => (await namesIn(join(fixture.stateDirectory, 'turns'))).length > 0;
  while (!(await hasBegun()) && performance.now() < deadline) await delay(EARLY_POLL_MS);
  await delay(Math.random() < 0.5 ? Math.random() * 60 : Math.random() * 1000);
  owner.kill();
}

async function killChildOf(ownerPid: number, { fixture }: FaultyTurn): Promise<void> {
  const child = (await fixture.processes()).find(
    (found) => readProcess(found.pid)?.parent === ownerPid && !isWatchdog(found),
  );
  if (child === undefined) throw new Error('the owner has no child');
  process.kill(child.pid, 'SIGKILL');
}

async function killAgent({ fixture }: FaultyTurn): Promise<void> {
  const agents = (await fixture.processes()).filter(
    ({ args: [program = '', command] }) => /\/codex\S*$/.test(program) && command === 'exec',
  );
  const pids = new Set(agents.map(({ pid }) => pid));
  // It may run as several; the first of them is the agent.
  const first = agents.find(({ pid }) => !pids.has(readProcess(pid)?.parent ?? 0));
  if (first === undefined) throw new Error('the agent is not to be found');
  process.kill(first.pid, 'SIGKILL');
}
