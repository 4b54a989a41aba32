import { agentNames, agents, createTranslator } from '@dragoman/agents';
import { startScriptGateway } from '@dragoman/gateway';
import { INSTALL_TIMEOUT_MS } from '@dragoman/testkit';
import { expect, test } from 'vitest';
import { inPlace } from '../test-inputs/turns-in-place.js';

test.concurrent.each(agentNames)(
  'the real %s tells deltas, thoughts and costs exactly if it is said to be able to',
  { timeout: INSTALL_TIMEOUT_MS },
  async (name) => {
    const { abilities, interpreter, version } = agents[name];
    const gateway = await startScriptGateway();
    try {
      await inPlace(name, gateway, async ({ run }) => {
        const words = 'A sentence that is long enough to come in several pieces, one by one.';
        const { stdout } = await run({}, [{ actions: [{ think: 'Hm.' }, { say: words }] }]);
        const translator = createTranslator(interpreter.live({ version }));
        const events = [...translator.push(stdout), ...translator.flush()];
        const pieces = events.filter((event) => event.type === 'message' && event.delta === true);
        const { deltas, reasoning, cost } = abilities(version);
        expect({
          deltas: pieces.length > 1,
          reasoning: events.some((event) => event.type === 'reasoning'),
          cost: events.some((event) => event.type === 'usage' && event.cost_usd !== undefined),
        }).toEqual({ deltas, reasoning, cost });
      });
    } finally {
      await gateway.close();
    }
  },
);
