/** Two neighbouring versions, and what is so in the later one and not in the earlier, or vice versa. */
export interface Edge {
  readonly before: string;
  readonly after: string;
  /** Whether it is so from `after` on. */
  readonly isSo: boolean;
}

/** What was found out, the versions in their order. */
export interface FoundEdges {
  readonly edges: readonly Edge[];
  /** Whether it is so in the first version. */
  readonly first: boolean;
  /** The versions that could not be asked. */
  readonly leftOut: readonly string[];
}

/**
 * Finds where something changes in a list of versions: asks some of them, and halves the way between
 * two neighbours that answer differently. A change and its undoing between two neighbours is missed.
 *
 * @param versions all of them, in their order
 * @param landmarks those that are asked first; the first and the last are asked in any case
 * @param ask whether it is so in a version; undefined where it can't be found out
 */
export async function findEdges(
  versions: readonly string[],
  landmarks: readonly string[],
  ask: (version: string) => Promise<boolean | undefined>,
): Promise<FoundEdges> {
  const leftOut: string[] = [];
  const left = [...versions];
  const answerOf = async (version: string): Promise<boolean | undefined> => {
    const answer = await ask(version);
    if (answer !== undefined) return answer;
    leftOut.push(version);
    left.splice(left.indexOf(version), 1);
    return undefined;
  };

  /** The first or the last version that can be asked. */
  const endOf = async (at: 0 | -1) => {
    for (let end = left.at(at); end !== undefined; end = left.at(at)) {
      const isSo = await answerOf(end);
      if (isSo !== undefined) return { version: end, isSo };
    }
    throw new Error('None of the versions could be tried.');
  };
  const known = [await endOf(0), await endOf(-1)];
  const ends = new Set(known.map(({ version }) => version));
  for (const version of landmarks.filter((each) => left.includes(each) && !ends.has(each))) {
    const isSo = await answerOf(version);
    if (isSo !== undefined) known.push({ version, isSo });
  }
  known.sort((one, other) => left.indexOf(one.version) - left.indexOf(other.version));

  const edges: Edge[] = [];
  for (const [index, { version, isSo }] of known.entries()) {
    const next = known[index + 1];
    if (next === undefined || next.isSo === isSo) continue;
    let [before, after] = [version, next.version];
    for (;;) {
      const [low, high] = [left.indexOf(before), left.indexOf(after)];
      const middle = left[Math.floor((low + high) / 2)];
      if (high - low <= 1 || middle === undefined) break;
      const answer = await answerOf(middle);
      if (answer === isSo) before = middle;
      else if (answer !== undefined) after = middle;
    }
    edges.push({ before, after, isSo: !isSo });
  }
  return { edges, first: known[0]?.isSo ?? false, leftOut };
}

/** What the edges say, in words: `from 0.72.0 to 0.148.0`. */
export function spansText({ edges, first }: Pick<FoundEdges, 'edges' | 'first'>): string {
  if (edges.length === 0) return first ? 'in all of them' : 'in none of them';
  const spans: string[] = [];
  let since: string | undefined;
  for (const { before, after, isSo } of edges) {
    if (isSo) since = after;
    else spans.push(since === undefined ? `up to ${before}` : `from ${since} to ${before}`);
  }
  if (edges.at(-1)?.isSo) spans.push(`from ${since} on`);
  return spans.join(', and ');
}
