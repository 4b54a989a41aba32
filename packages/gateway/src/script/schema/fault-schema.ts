import { z } from 'zod';
import type { Fault } from '../script.js';
import { oneOf } from './one-of.js';
import { strictKeys } from './strict-keys.js';

const A_DAY = 86_400_000;

/** A time to wait that a timer can hold. */
export const milliseconds = z.number().int().min(0).max(A_DAY);

const times = z.number().int().min(1).exactOptional();
const inStream = { after: z.number().int().min(0).default(1), times };
const code = z.string().min(1).exactOptional();

/** What goes wrong, as it is written: `{ status: 429, times: 2 }`. */
export const faultSchema = oneOf('a fault', {
  status: strictKeys({
    status: z.number().int().min(200).max(599),
    message: z.string().default('The script refuses this request.'),
    code,
    headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\t -~]*$/)).default({}),
    body: z.unknown().exactOptional(),
    times,
  }).transform((written): Fault => ({ kind: 'refusal', ...written })),
  fail: strictKeys({ fail: z.string().min(1), code, ...inStream }).transform(
    ({ fail, ...rest }): Fault => ({ kind: 'fail', message: fail, ...rest }),
  ),
  cut: strictKeys({ cut: z.literal(true), ...inStream }).transform(
    ({ cut: _, ...rest }): Fault => ({ kind: 'cut', ...rest }),
  ),
  stall: strictKeys({
    stall: z.union([milliseconds, z.literal('forever')]),
    ...inStream,
  }).transform(({ stall, ...rest }): Fault => ({ kind: 'stall', milliseconds: stall, ...rest })),
  garbage: strictKeys({
    garbage: z.union([z.literal(true), z.string().min(1)]),
    ...inStream,
  }).transform(
    ({ garbage, ...rest }): Fault => ({
      kind: 'garbage',
      ...(garbage === true ? {} : { text: garbage }),
      ...rest,
    }),
  ),
});
