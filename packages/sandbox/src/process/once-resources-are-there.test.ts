import { expect, test } from 'vitest';
import { onceResourcesAreThere } from './out-of-resources.js';

test('what fails for want of files is tried again, and nothing else is', async () => {
  const failures = ['EMFILE', 'ENFILE', 'ENOENT'].map((code) =>
    Object.assign(new Error(code), { code }),
  );
  const tried: string[] = [];
  const work = () => {
    const failure = failures.shift();
    tried.push(failure?.message ?? 'done');
    if (failure !== undefined) throw failure;
  };
  await expect(onceResourcesAreThere(work)).rejects.toThrow('ENOENT');
  await onceResourcesAreThere(work);
  expect(tried).toEqual(['EMFILE', 'ENFILE', 'ENOENT', 'done']);
});
