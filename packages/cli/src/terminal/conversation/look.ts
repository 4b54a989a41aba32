/** How a conversation is to look. */
export interface Look {
  /** The columns there are; absent: lines may be as long as they are. */
  readonly columns?: number | undefined;
  /** Show all of a long output, and long lines whole. */
  readonly full?: boolean | undefined;
  /** Show what no person and no agent said: environment, instructions. */
  readonly all?: boolean | undefined;
  /** The folder the agent worked in; paths below it are shown relative to it. */
  readonly cwd?: string | undefined;
  /** The person's home, shown as `~`. */
  readonly home?: string | undefined;
}

/** Beyond this, lines of prose are hard to follow. */
const PROSE_COLUMNS = 100;
/** However narrow the terminal and however deep the indentation. */
const MIN_COLUMNS = 20;

/** The same look with less room, for what stands indented. */
export function narrowed(look: Look, by: number): Look {
  if (look.columns === undefined) return look;
  return { ...look, columns: Math.max(MIN_COLUMNS, look.columns - by) };
}

/** The columns that prose is wrapped to; undefined: not at all. */
export function proseColumns({ columns }: Look): number | undefined {
  return columns === undefined ? undefined : Math.min(columns, PROSE_COLUMNS);
}
