import { agents } from '@dragoman/agents';
import { expect, test } from 'vitest';
import { answerTools } from './answer-tools.js';

test('the tools for answers are those that agents have', () => {
  const known = Object.values(agents).flatMap(({ answerTool }) => answerTool ?? []);
  expect(known.toSorted()).toEqual(answerTools.toSorted());
});
