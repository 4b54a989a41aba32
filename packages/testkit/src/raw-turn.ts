import { isJsonObject, parseJson } from '@dragoman/protocol';
import {
  createThrowawayHome,
  type RawTurnOptions,
  startRawTurn,
  type ThrowawayHome,
} from '@dragoman/runtime/internal';
import { collectText, type ProcessResult } from '@dragoman/sandbox';
import { testAgent } from './test-agents.js';

/** Runs `work` with an empty HOME and workspace, which are removed whatever happens. */
export async function withThrowawayHome<Result>(
  work: (home: Omit<ThrowawayHome, 'remove'>) => Promise<Result>,
): Promise<Result> {
  const home = await createThrowawayHome();
  try {
    return await work(home);
  } finally {
    await home.remove();
  }
}

/** A turn of a test's agent. What it may do and how long it may take has a default. */
export interface RawTurnRequest extends Omit<RawTurnOptions, 'installed' | 'endpoint'> {
  /** Such as `codex` or `codex@0.58.0`. */
  readonly agent: string;
  readonly gateway: { readonly url: string | undefined };
  readonly token: string;
}

/** Runs a real CLI for one turn, to its end, and gives all that it wrote. */
export async function runRawTurn(request: RawTurnRequest): Promise<ProcessResult> {
  const { agent, gateway, token, ...options } = request;
  const turn = await startRawTurn({
    installed: await testAgent(agent),
    endpoint: { url: gateway.url ?? '', token },
    timeoutMs: 120_000,
    ...options,
  });
  const [stdout, stderr, exit] = await Promise.all([
    collectText(turn.stdout),
    collectText(turn.stderr),
    turn.exit,
  ]);
  return { ...exit, stdout, stderr };
}

/** All that an agent said in its raw output, from whatever field its format has it in. */
export function saidIn(output: string): string {
  let said = '';
  const visit = (value: unknown, key: string): void => {
    if (typeof value === 'string' && (key === 'text' || key === 'content')) said += value;
    if (Array.isArray(value)) for (const entry of value) visit(entry, key);
    if (isJsonObject(value)) for (const [name, entry] of Object.entries(value)) visit(entry, name);
  };
  for (const line of output.trim().split('\n')) {
    const parsed = parseJson(line);
    if (!parsed.ok) throw new Error(`The agent wrote a line that is not JSON: ${line}`);
    visit(parsed.value, '');
  }
  return said;
}
