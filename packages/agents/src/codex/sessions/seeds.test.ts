import { expect, test } from 'vitest';
import { inMemoryFile } from '../../sessions/open-file.js';
import { readSeeds } from './seeds.js';

function call(id: string, steps: unknown, output: string): string[] {
  const payload = {
    type: 'function_call',
    name: 'update_plan',
    arguments: JSON.stringify({ plan: steps }),
    call_id: id,
  };
  return [payload, { type: 'function_call_output', call_id: id, output }].map((item) =>
    JSON.stringify({ type: 'response_item', payload: item }),
  );
}

test('the plan that holds is the last that was accepted, also behind one that was refused', async () => {
  const lines = [
    ...call('a', [{ step: 'look', status: 'pending' }], 'Plan updated'),
    ...call('b', 'nonsense', 'failed to parse function arguments: expected a sequence'),
    '{"type":"event_msg","payload":{"type":"token_count","info":null}}',
  ];
  const file = inMemoryFile(Buffer.from(`${lines.join('\n')}\n`));
  const { plan } = await readSeeds(file, undefined, file.bytes);
  expect(plan).toMatchObject({ type: 'plan', items: [{ text: 'look', status: 'pending' }] });
});
