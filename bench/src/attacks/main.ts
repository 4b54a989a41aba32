/**
 * `npm run attacks`: plays what an agent or a repository could do to get at the host, in every kind of
 * sandbox, on real agents, and compares what became of it with what `docs/security.md` promises.
 *
 *     npm run attacks -- --only hook --kinds bubblewrap
 */
import { parseArgs } from 'node:util';
import { testAgent } from '@dragoman/testkit';
import { prepareKinds } from '../faults/prepare-kinds.js';
import type { PlayedAttack } from './attack.js';
import { attacks } from './attacks.js';
import { playAttack } from './play-attack.js';
import { printVerdicts } from './print-verdicts.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    kinds: { type: 'string', default: 'process,bubblewrap,container' },
    at: { type: 'string', default: '2' },
  },
});

const { kinds, containers } = await prepareKinds(values.kinds.split(','));
Object.assign(process.env, containers?.environment);
process.env.DRAGOMAN_ATTACK_SECRET = 'what no command may read';
await testAgent('codex');

const waiting = attacks
  .filter(({ name, wall }) => `${wall}: ${name}`.includes(values.only))
  .flatMap((attack, position) =>
    kinds.flatMap((kind) => {
      const promised = attack.promises[kind];
      return promised === undefined ? [] : [{ attack, kind, promised, position }];
    }),
  );
if (waiting.length === 0) throw new Error(`No attack has "${values.only}" in its name.`);

const played: (PlayedAttack & { readonly position: number })[] = [];
const workers = Array.from({ length: Number(values.at) }, async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const result = await playAttack(next, containers);
    played.push({ ...result, position: next.position });
    process.stderr.write(result.complaints.length === 0 ? '.' : '✗');
  }
});
await Promise.all(workers);
process.stderr.write('\n');
const inOrder = played.sort((a, b) => a.position - b.position);
process.exitCode = printVerdicts(inOrder) ? 0 : 1;
