import { z } from 'zod';

const A_DAY = 86_400_000;

/** A time to wait that a timer can hold. */
export const milliseconds = z.number().int().min(0).max(A_DAY);
