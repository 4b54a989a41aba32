import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksOf, readPatch } from './patch.js';

const ALL = `*** Begin Patch
*** Add File: new.txt
+brand new
+
*** Update File: a.txt
@@ class A
 one
-two
+TWO

*** End of File
*** Update File: b.txt
*** Move to: moved/b2.txt
@@
-beta
+BETA
*** Delete File: c.txt
*** End Patch`;

test('reads files that are added, changed, moved and deleted', () => {
  expect(readPatch(ALL)).toEqual({
    changes: [
      { path: 'new.txt', kind: 'add', diff: '+brand new\n+\n' },
      { path: 'a.txt', kind: 'update', diff: '@@ class A\n one\n-two\n+TWO\n \n' },
      { path: 'b.txt', kind: 'update', moved_to: 'moved/b2.txt', diff: '@@\n-beta\n+BETA\n' },
      { path: 'c.txt', kind: 'delete' },
    ],
  });
});

test('reads the same with Windows line ends, a heredoc around it, or no end', () => {
  const whole = readPatch(ALL);
  expect(readPatch(ALL.replaceAll('\n', '\r\n'))).toEqual(whole);
  expect(readPatch(`<<'EOF'\n${ALL}\nEOF\n`)).toEqual(whole);
  expect(readPatch(ALL.replace('\n*** End Patch', ''))).toEqual(whole);
  expect(readPatch(`\n  ${ALL}\n`)).toEqual(whole);
});

test('an update that begins without @@ gets one, so that its diff has a hunk', () => {
  expect(readPatch('*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch')?.changes).toEqual([
    { path: 'a', kind: 'update', diff: '@@\n-x\n+y\n' },
  ]);
});

test('a mark inside the content of a file is content', () => {
  const lines = ['@@', ' *** Delete File: b', ' *** End Patch', '+*** End Patch'];
  const text = `*** Begin Patch\n*** Update File: a\n${lines.join('\n')}\n*** End Patch\n`;
  expect(readPatch(text)?.changes).toEqual([
    { path: 'a', kind: 'update', diff: `${lines.join('\n')}\n` },
  ]);
});

test('a mark may be indented between files', () => {
  const text = '*** Begin Patch\n *** Add File: a\n+x\n  *** Delete File: b\n *** End Patch';
  expect(readPatch(text)?.changes).toEqual([
    { path: 'a', kind: 'add', diff: '+x\n' },
    { path: 'b', kind: 'delete' },
  ]);
});

test('what is no patch is none', () => {
  for (const text of ['', 'hello', '*** End Patch', 'x\n*** Begin Patch', '*** Begin Patches']) {
    expect(readPatch(text)).toBeUndefined();
  }
  expect(readPatch('*** Begin Patch\ngarbage\n*** End Patch')).toEqual({ changes: [] });
});

test('reads any text without a complaint', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '*** Begin Patch',
      '*** Update File: a',
      '*** Move to: ',
      '@@',
      '*** Add File: ',
    ),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      for (const change of readPatch(`*** Begin Patch\n${lines.join('\n')}`)?.changes ?? []) {
        expect(typeof change.path).toBe('string');
      }
    }),
  );
});

test('a diff is its hunks, without the names of the files', () => {
  expect(hunksOf('Index: a\n===\n--- a\n+++ a\n@@ -1 +1 @@\n-x\n+y\n')).toBe(
    '@@ -1 +1 @@\n-x\n+y\n',
  );
  expect(hunksOf('@@ -1 +1 @@\n-x\n+y\n')).toBe('@@ -1 +1 @@\n-x\n+y\n');
  expect(hunksOf('--- a\n+++ a\n')).toBe('');
});
