import { formatColumns } from '../format-columns.js';
import type { FaultRuns } from './fault-runs.js';

const MEGABYTE = 1024 * 1024;
const OWNER_BYTES = 150 * MEGABYTE;

/** Prints what became of the runs; true when all is as it must be. */
export function printTable(all: readonly FaultRuns[]): boolean {
  const rows = all.map(({ fault, kind, results }) => {
    const good = results.filter(({ complaints }) => complaints.length === 0).length;
    const peak = Math.max(0, ...results.map(({ peakBytes = 0 }) => peakBytes));
    const longest = Math.max(0, ...results.map(({ seconds }) => seconds));
    return [
      fault.name,
      kind,
      fault.status,
      `${good}/${results.length}`,
      peak === 0 ? '' : `${Math.round(peak / MEGABYTE)} MB`,
      `${longest.toFixed(1)} s`,
    ];
  });
  const table = [['fault', 'sandbox', 'must end', 'good', 'owner at most', 'longest'], ...rows];
  for (const line of formatColumns(table)) console.log(line);
  const complaints = all.flatMap(({ fault, kind, results }) =>
    results.flatMap((result) =>
      result.complaints.map((words) => `${fault.name}, ${kind}: ${words}`),
    ),
  );
  for (const words of complaints) console.log(`✗ ${words}`);
  const large = all.flatMap(({ results }) =>
    results.filter(({ peakBytes = 0 }) => peakBytes > OWNER_BYTES),
  ).length;
  if (large > 0) console.log(`✗ ${large} owners took more than ${OWNER_BYTES / MEGABYTE} MB`);
  const count = all.reduce((sum, { results }) => sum + results.length, 0);
  console.log(`${count} runs, ${complaints.length} complaints`);
  return complaints.length === 0 && large === 0;
}
