import { expect, test } from 'vitest';
import { DragomanError } from './errors.js';
import { shortageOf } from './shortage.js';

const failed = (code: string) => Object.assign(new Error(code), { code });

test('a shortage is found behind whatever it was reported as', () => {
  const reported = new DragomanError('state_unusable', 'Nothing can be kept.', {
    cause: new Error('No folder.', { cause: failed('EDQUOT') }),
  });
  expect(shortageOf(reported)).toBe('disk_full');
  expect(shortageOf(new DragomanError('install_disk_full', 'Full.'))).toBe('disk_full');
  expect(shortageOf(failed('EMFILE'))).toBe('open_files_limit');
});

test('what failed for another reason has none', () => {
  expect(shortageOf(new DragomanError('install_failed', 'No.', { cause: failed('ENOENT') }))).toBe(
    undefined,
  );
  expect(shortageOf('EMFILE')).toBeUndefined();
  expect(shortageOf(failed('toString'))).toBeUndefined();
});
