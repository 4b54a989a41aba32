import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TurnRequest } from '@dragoman/agents';
import { defineScript, startScriptGateway, type WrittenScript } from '@dragoman/gateway';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import { collectText } from '@dragoman/sandbox';
import { testAgent, withThrowawayHome } from '@dragoman/testkit';
import { startRawTurn } from '../src/raw-turn.js';

/** One pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export interface Asked extends Partial<Omit<TurnRequest, 'endpoint' | 'home' | 'cwd' | 'version'>> {
  /** Reaches the model with a key, at this path of the gateway, instead of with a turn's token. */
  readonly directAt?: string;
}

/** What a turn asked its model, wrote, and how it ended. */
export interface Ran {
  readonly requests: readonly JsonObject[];
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

export interface TurnsFixture {
  readonly home: string;
  /** It has an image in it: `picture.png`, and again as `a b,(c).png`. */
  readonly workspace: string;
  run(asked?: Asked, steps?: WrittenScript['steps']): Promise<Ran>;
}

/** A turn whose model has tried to change something, and what came of it. */
export interface Tried extends Ran {
  readonly made: readonly string[];
}

/** An option, and a million characters. */
export const longPrompt = `--help ${'ä😀'.repeat(350_000)} End.`;

/** A turn in whose steps the model tries to make something. */
export async function tryToMake(
  { run, workspace }: TurnsFixture,
  asked: Asked,
  steps: WrittenScript['steps'],
): Promise<Tried> {
  return { ...(await run(asked, steps)), made: await madeIn(workspace) };
}

/** What agents were asked to make, in the workspace and beside it. */
export async function madeIn(workspace: string): Promise<string[]> {
  const names = await Promise.all([workspace, dirname(workspace)].map((path) => readdir(path)));
  return names.flat().filter((name) => name.startsWith('made'));
}

/** A home and a workspace in which turns of one CLI run, one after the other. */
export function withTurns(
  agent: string,
  use: (fixture: TurnsFixture) => Promise<void>,
): Promise<void> {
  return withThrowawayHome(async ({ home, workspace }) => {
    const gateway = await startScriptGateway();
    for (const name of ['picture.png', 'a b,(c).png']) {
      await writeFile(join(workspace, name), Buffer.from(PICTURE, 'base64'));
    }
    const run: TurnsFixture['run'] = async (
      { directAt, ...asked } = {},
      steps = [{ say: 'Done.' }],
    ) => {
      const requests: JsonObject[] = [];
      const { token } = gateway.admit({
        script: defineScript({ usage: { input: 1000, output: 50 }, steps }),
        onRequest: ({ body }) => {
          if (isJsonObject(body)) requests.push(body);
        },
      });
      const url = gateway.url ?? '';
      const turn = await startRawTurn({
        installed: await testAgent(agent),
        prompt: 'Do as the script says.',
        home,
        cwd: workspace,
        endpoint:
          directAt === undefined ? { url, token } : { apiKey: token, baseUrl: `${url}${directAt}` },
        timeoutMs: 120_000,
        ...asked,
      });
      const [stdout, stderr, { exitCode }] = await Promise.all([
        collectText(turn.stdout),
        collectText(turn.stderr),
        turn.exit,
      ]);
      return { requests, stdout, stderr, exitCode };
    };
    await use({ home, workspace, run }).finally(() => gateway.close());
  });
}
