import { headOf, type WanderingReader } from './wandering-reader.js';

/** What is wrong with what the readers of some turns have, in words. */
export function checkReaders(readers: readonly WanderingReader[]): readonly string[] {
  const turnIds = [...new Set(readers.map(({ turnId }) => turnId))];
  return turnIds.flatMap((turnId) => {
    const ofTurn = readers.filter((reader) => reader.turnId === turnId);
    const ends = endsOf(ofTurn).size;
    return [
      ...ofTurn.flatMap((reader) => faultsOf(reader).map((fault) => `${turnId}: ${fault}`)),
      ...(ends > 1 ? [`${turnId}: ${ends} different ends`] : []),
    ];
  });
}

/** Each has a gapless sequence, and its end unless it was refused with a reason. */
function faultsOf({ lines, refusedWith }: WanderingReader): string[] {
  const heads = lines.map(headOf);
  const ends = heads.filter(({ type }) => type === 'end').length;
  const gap = heads.findIndex(({ seq }, index) => seq !== index + 1);
  const isEnded = ends === 1 && heads.at(-1)?.type === 'end';
  return [
    ...(gap === -1 ? [] : [`event ${heads[gap]?.seq} where ${gap + 1} was to come`]),
    ...(isEnded || refusedWith !== undefined ? [] : [`${ends} ends`]),
  ];
}

function endsOf(readers: readonly WanderingReader[]): ReadonlySet<string> {
  return new Set(
    readers.flatMap(({ lines }) => lines.filter((line) => headOf(line).type === 'end')),
  );
}
