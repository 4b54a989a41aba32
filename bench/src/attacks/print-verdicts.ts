import { formatColumns } from '../format-columns.js';
import type { PlayedAttack } from './attack.js';

/** Prints what became of each attack; true when every promise was kept. */
export function printVerdicts(played: readonly PlayedAttack[]): boolean {
  const rows = played.map(({ attack, kind, promised, verdict, complaints }) => [
    attack.wall,
    attack.name,
    kind,
    promised,
    complaints.length > 0 ? 'BROKE' : (verdict ?? 'not played'),
  ]);
  const table = [['wall', 'attack', 'sandbox', 'promised', 'became'], ...rows];
  for (const line of formatColumns(table)) console.log(line);
  for (const { attack, kind, complaints } of played) {
    for (const words of complaints) console.log(`✗ ${attack.name}, ${kind}: ${words}`);
  }
  const count = played.filter(({ verdict }) => verdict !== undefined).length;
  const broke = played.filter(({ complaints }) => complaints.length > 0).length;
  console.log(`${count} attacks played, ${broke} broke`);
  return broke === 0;
}
