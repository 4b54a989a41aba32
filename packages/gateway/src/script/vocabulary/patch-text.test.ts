import { expect, test } from 'vitest';
import { patchCommand, patchText } from './patch-text.js';

test('writes all three kinds of change, line by line', () => {
  expect(
    patchText([
      { kind: 'add', path: 'b.txt', content: 'one\n\ntwo\n' },
      { kind: 'update', path: 'a.txt', old: 'hi', new: 'ho\nho' },
      { kind: 'delete', path: 'c.txt' },
    ]),
  ).toBe(
    `*** Begin Patch
*** Add File: b.txt
+one
+
+two
*** Update File: a.txt
@@
-hi
+ho
+ho
*** Delete File: c.txt
*** End Patch`,
  );
});

test('a file that is emptied has no lines', () => {
  expect(patchText([{ kind: 'add', path: 'empty', content: '' }])).toBe(
    '*** Begin Patch\n*** Add File: empty\n*** End Patch',
  );
});

test('a command holds the patch, also one that speaks of its end', () => {
  expect(patchCommand([{ kind: 'update', path: 'a', old: 'x', new: 'EOF' }])).toBe(
    "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: a\n@@\n-x\n+EOF\n*** End Patch\nEOF",
  );
});
