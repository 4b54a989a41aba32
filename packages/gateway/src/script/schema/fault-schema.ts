import { z } from 'zod';
import type { Fault } from '../script.js';
import { milliseconds } from './milliseconds.js';
import { oneOf } from './one-of.js';

const times = z.number().int().min(1).exactOptional();
const inStream = { after: z.number().int().min(0).default(1), times };
const code = z.string().min(1).exactOptional();

/** What goes wrong, as it is written: `{ status: 429, times: 2 }`. */
export const faultSchema = oneOf('a fault', {
  status: z
    .strictObject({
      status: z.number().int().min(400).max(599),
      message: z.string().default('The script refuses this request.'),
      code,
      headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\t -~]*$/)).default({}),
      body: z.unknown().exactOptional(),
      times,
    })
    .transform((written): Fault => ({ kind: 'refusal', ...written })),
  fail: z
    .strictObject({ fail: z.string().min(1), code, ...inStream })
    .transform(({ fail, ...place }): Fault => ({ kind: 'fail', message: fail, ...place })),
  cut: z
    .strictObject({ cut: z.literal(true), ...inStream })
    .transform(({ cut: _, ...place }): Fault => ({ kind: 'cut', ...place })),
  stall: z
    .strictObject({ stall: z.union([milliseconds, z.literal('forever')]), ...inStream })
    .transform(({ stall, ...place }): Fault => ({ kind: 'stall', milliseconds: stall, ...place })),
  garbage: z
    .strictObject({ garbage: z.union([z.literal(true), z.string().min(1)]), ...inStream })
    .transform(
      ({ garbage, ...place }): Fault => ({
        kind: 'garbage',
        ...(garbage === true ? {} : { text: garbage }),
        ...place,
      }),
    ),
});
