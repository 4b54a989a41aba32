/** So many ids are remembered; an agent that uses one again does so soon. */
const MOST_REMEMBERED = 10_000;

/** Gives every call an id of its own, which is the agent's own wherever that is free. */
export interface CallIds {
  take(id: string): string;
}

export function createCallIds(): CallIds {
  const used = new Map<string, number>();
  return {
    take(id) {
      const times = (used.get(id) ?? 0) + 1;
      used.delete(id);
      used.set(id, times);
      const [oldest] = used.keys();
      if (used.size > MOST_REMEMBERED && oldest !== undefined) used.delete(oldest);
      return times === 1 ? id : `${id}#${times}`;
    },
  };
}
