import { type RawTurnOptions, startRawTurn } from '@dragoman/runtime';
import { collectText, type ProcessResult } from '@dragoman/sandbox';
import { testAgent } from './test-agents.js';

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
