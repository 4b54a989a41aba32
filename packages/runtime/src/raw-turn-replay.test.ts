import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createCassetteRecorder,
  defineScript,
  loadCassette,
  saveCassette,
  startForwardGateway,
  startReplayGateway,
  startScriptGateway,
} from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS, runRawTurn, saidIn, withThrowawayHome } from '@dragoman/testkit';
import { expect, test } from 'vitest';

const SCRIPT = defineScript({
  steps: [
    [{ think: 'First things first.' }, { run: 'echo one >> ran.txt' }],
    [{ say: 'And then.' }, { patch: [{ add: 'new.txt', content: 'made\n' }] }],
    { say: 'The taped answer.' },
  ],
  usage: { input: 1000, cached: 600, output: 50, reasoning: 10 },
});

interface Ran {
  readonly said: string;
  readonly ran: string;
  readonly made: string;
}

/** One turn in a place of its own, and what it left there. */
function runIn(agent: string, gateway: { url: string | undefined }, token: string): Promise<Ran> {
  return withThrowawayHome(async ({ home, workspace }) => {
    const prompt = 'Do as you did before.';
    const request = { agent, prompt, gateway, token, home, cwd: workspace };
    const ended = await runRawTurn({ ...request, permission: 'bypass' });
    expect(ended).toMatchObject({ exitCode: 0, reason: 'exited' });
    return {
      said: saidIn(ended.stdout),
      ran: await readFile(join(workspace, 'ran.txt'), 'utf8'),
      made: await readFile(join(workspace, 'new.txt'), 'utf8'),
    };
  });
}

test.for(['codex', 'claude', 'gemini', 'opencode'])(
  'a run of the real %s is recorded, and replays elsewhere with no key and no model',
  { concurrent: true, timeout: INSTALL_TIMEOUT_MS },
  (reference, { onTestFinished }) =>
    withThrowawayHome(async ({ home }) => {
      const model = await startScriptGateway({ script: SCRIPT });
      const key = model.admit({}).token;
      const upstream = { baseUrl: model.url ?? '', key };
      const gateway = await startForwardGateway({
        upstreams: { openai: upstream, anthropic: upstream, gemini: upstream },
      });
      onTestFinished(() => gateway.close());
      const recorder = createCassetteRecorder();
      const pass = gateway.admit({ record: recorder });
      const recorded = await runIn(reference, gateway, pass.token);
      await model.close();

      const path = join(home, 'run.cassette.json');
      await saveCassette(path, recorder.cassette());
      const text = await readFile(path, 'utf8');
      expect(text).not.toContain(key);
      expect(text).not.toContain(pass.token);

      const replay = await startReplayGateway();
      onTestFinished(() => replay.close());
      const replayPass = replay.admit({ cassette: await loadCassette(path) });
      const replayed = await runIn(reference, replay, replayPass.token);

      expect(replayed.said).toContain('The taped answer.');
      expect(replayed).toMatchObject({ ran: recorded.ran, made: recorded.made });
      expect(replayPass.usage()).toEqual(pass.usage());
    }),
);
