import { join } from 'node:path';
import type { WorkspaceRiskEvent } from '@dragoman/protocol';
import { type RiskItem, scanStore, scanWorkspace, type WorkspaceScan } from '@dragoman/sandbox';
import type { TurnRecord } from './turn-record.js';

/** What a turn's record says of where the agent worked. */
type RiskyTurn = Pick<
  TurnRecord,
  | 'workspace'
  | 'workspaceIsReadOnly'
  | 'stateDirectory'
  | 'hidden'
  | 'hasWalls'
  | 'mounts'
  | 'stores'
>;

/** Who looks at an event sees these; of the others they learn how many there are. */
const MOST_ITEMS = 50;

/** Of what is no danger any more: an agent can make any number of it, before what is one. */
const MOST_UNDONE = 5;

/** The kernel's time of a change is that of its last tick. */
const TICK_MS = 20;

/**
 * Stage: what the turn left in the workspace that could be run later by its owner's own programs. To be
 * asked for when nothing of the turn runs any more. Nothing, where there is nothing to be said.
 *
 * @param since when the turn began, in milliseconds
 */
export async function reportRisks(
  turn: RiskyTurn,
  since: number,
): Promise<WorkspaceRiskEvent | undefined> {
  const scans = await scanAll(turn, since - TICK_MS);
  const items = scans.flatMap((scan) => scan.items);
  const incomplete = scans.some((scan) => scan.incomplete);
  if (items.length === 0 && !incomplete) return undefined;
  const undone = items.filter((item) => item.undone).slice(0, MOST_UNDONE);
  const shown = someOfEach(items.filter((item) => !item.undone || undone.includes(item)));
  const more = items.length - shown.length;
  return {
    type: 'workspace_risk',
    items: shown.map((item) => ({ ...item })),
    ...(more > 0 && { more }),
    ...(incomplete && { incomplete }),
  };
}

/** All that the agent could write to. What is not in the workspace has its whole path. */
async function scanAll(turn: RiskyTurn, since: number): Promise<readonly WorkspaceScan[]> {
  const { workspace, stateDirectory, hasWalls, mounts = [], stores = [] } = turn;
  // Records of older versions name no others.
  const { hidden = [stateDirectory] } = turn;
  const scan = (folder: string) =>
    scanWorkspace({
      workspace: folder,
      since,
      skip: hidden,
      ...(hasWalls && { walled: true }),
    });
  const own = turn.workspaceIsReadOnly ? [] : [await scan(workspace)];
  const data = turn.workspaceIsReadOnly ? [] : stores.map((store) => scanStore(store, since));
  const beside = [];
  for (const folder of mounts) {
    const { items, incomplete } = await scan(folder);
    const whole = items.map((item) => ({ ...item, path: join(folder, item.path) }));
    beside.push({ items: whole, incomplete });
  }
  return [...own, ...data, ...beside];
}

/** As many as are shown, of each risk as many as of any other: many of one don't hide those of another. */
function someOfEach(items: readonly RiskItem[]): readonly RiskItem[] {
  const counts = new Map<string, number>();
  const numbered = items.map((item) => {
    const number = counts.get(item.risk) ?? 0;
    counts.set(item.risk, number + 1);
    return { item, number };
  });
  const first = numbered.sort((a, b) => a.number - b.number).slice(0, MOST_ITEMS);
  const chosen = new Set(first.map(({ item }) => item));
  return items.filter((item) => chosen.has(item));
}
