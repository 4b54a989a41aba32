/** Cuts at the given positions; positions beyond the end, or twice the same, make empty chunks. */
export function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const positions = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...positions].map((from, index) =>
    bytes.subarray(from, positions[index] ?? bytes.length),
  );
}
