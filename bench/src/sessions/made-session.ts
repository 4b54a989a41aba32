/** What sets a session that is made of recordings apart from others. */
export interface MadeSession {
  readonly id: string;
  /** When it begins, in milliseconds since 1970. */
  readonly started: number;
  /** The number of its first piece: ids of pieces with other numbers differ. */
  readonly firstPiece: number;
}

/** For sessions of which none is compared with another. */
export const firstSession: MadeSession = {
  id: '01a1e0ae-0000-7000-8000-000000000000',
  started: Date.parse('2026-01-01T00:00:00.000Z'),
  firstPiece: 0,
};
