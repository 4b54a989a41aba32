import { expect, test } from 'vitest';
import { codexSavedRules } from '../saved.js';
import { recordRoles } from './records.js';

const MESSAGE = /^(response_item\/message)\/\w+$/;

test('only sorts of record that a rule reads play a part', () => {
  const names = Object.values(recordRoles).flatMap((sorts) => [...sorts]);
  const unknown = names.filter((name) => !(name.replace(MESSAGE, '$1') in codexSavedRules));
  expect(unknown).toEqual([]);
});

test('every sort of output that a rule reads is known as one', () => {
  const outputs = Object.keys(codexSavedRules).filter((name) =>
    /^response_item\/.*_output$/.test(name),
  );
  expect([...recordRoles.output].sort()).toEqual(outputs.sort());
});
