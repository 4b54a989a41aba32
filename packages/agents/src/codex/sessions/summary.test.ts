import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutInstructions } from './summary.js';

test('takes out the instructions, whatever they say, and nothing else', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', 'a', 'é', '}', '\n') });
  fc.assert(
    fc.property(text, text, (instructions, cwd) => {
      const record = (said: string) =>
        JSON.stringify({ id: 'a', base_instructions: { text: said, provenance: cwd }, cwd });
      const cut = withoutInstructions(Buffer.from(record(instructions)));
      expect(cut.toString()).toBe(record(''));
    }),
  );
});

test('leaves a line without instructions, or with half of them, as it is', () => {
  for (const line of ['', '{"id":"a"}', '{"base_instructions":{"text":"cut \\"']) {
    expect(withoutInstructions(Buffer.from(line)).toString()).toBe(line);
  }
});
