import { createThrowawayHome, type ThrowawayHome } from '@dragoman/runtime';

/** Runs `work` with an empty HOME and workspace, which are removed whatever happens. */
export async function withThrowawayHome<Result>(
  work: (place: Omit<ThrowawayHome, 'remove'>) => Promise<Result>,
): Promise<Result> {
  const place = await createThrowawayHome();
  try {
    return await work(place);
  } finally {
    await place.remove();
  }
}
