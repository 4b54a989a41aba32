import { expect, test } from 'vitest';
import { clientTools } from './client-tools.js';

const tool = (name: string, more: object = {}) => ({ name, input_schema: {}, ...more });
const tools = [tool('pay'), tool('look'), tool('marked', { needs_approval: true })];

/** The tools whose calls somebody has to approve. */
function held(approvals?: boolean | readonly string[]): readonly string[] {
  return clientTools({ approvals }, { tools }, 1000)
    .filter(({ needsApproval }) => needsApproval)
    .map(({ name }) => name);
}

test('the operator says which tools need an approval, and a client may say more', () => {
  expect(held()).toEqual(['marked']);
  expect(held(['pay', 'none'])).toEqual(['pay', 'marked']);
  expect(held(true)).toEqual(['pay', 'look', 'marked']);
  const tools = [tool('pay', { needs_approval: false })];
  expect(clientTools({ approvals: ['pay'] }, { tools }, 1000)).toMatchObject([
    { needsApproval: true },
  ]);
});
