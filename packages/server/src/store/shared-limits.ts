/** What clients use at all servers of a store. Whatever can't be reached is `store_unavailable`. */
export interface SharedLimits {
  /**
   * Counts a request of a client, of so many in a minute. Gives the milliseconds after which it may be
   * sent again, and then counts nothing; 0 if it is counted.
   */
  request(client: string, perMinute: number): Promise<number>;
  /** Takes one of so many places for turns of a client. Gives how many are taken if none is free. */
  begin(client: string, turnId: string, most: number): Promise<'begun' | number>;
  /** Gives the place back; tries again where that can't be done now. Never rejects. */
  end(client: string, turnId: string): Promise<void>;
  /** What a client has used in a day (`2026-11-18`) at servers with other state folders. */
  spentElsewhere(client: string, day: string): Promise<SharedSpending>;
  /** What it has used at servers with this state folder, for the others. */
  noteSpent(client: string, day: string, spent: SharedSpending): Promise<void>;
}

export interface SharedSpending {
  readonly tokens: number;
  readonly usd: number;
}
