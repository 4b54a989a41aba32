import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../benchmark.js';

/** Streams more than a gigabyte through a framer, in a separate process, so that RSS counts nothing else. */
export async function framingMemory(): Promise<Measurement[]> {
  const child = fork(fileURLToPath(new URL('./memory-child.js', import.meta.url)));
  const [report] = (await once(child, 'message')) as [{ growthMegabytes: number; detail: string }];
  return [
    {
      name: 'RSS growth while framing 1 GiB of 1 MiB lines and one line 64 MiB over the cap',
      value: report.growthMegabytes,
      unit: 'MB',
      bar: 100,
      detail: report.detail,
    },
  ];
}
