/**
 * The known name that a misspelt one was most likely meant to be, of several the shortest; never that
 * very name.
 */
export function nearestName(misspelt: string, known: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(misspelt.length / 3));
  const near = known
    .filter((name) => name !== misspelt)
    .map((name) => ({ name, distance: editDistance(misspelt.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((one, other) => one.distance - other.distance || one.name.length - other.name.length);
  return near[0]?.name;
}

/** How many characters to insert, delete, replace or swap with a neighbour. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, right.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}
