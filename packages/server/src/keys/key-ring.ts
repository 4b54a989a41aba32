/** Whoever a request comes from. What is one client's is a 404 for every other. */
export interface Client {
  /** Stands in labels of turns and in logs. */
  readonly id: string;
}

/** Knows who a key belongs to. */
export interface KeyRing {
  /** `undefined` for a key that there is not, or that was revoked. */
  find(key: string): Promise<Client | undefined>;
  /** Whether there is or was a key, also one that was revoked. Default: there is. */
  hasAny?(): Promise<boolean>;
}

/** Who asks where there are no keys. */
export const localClient: Client = { id: 'local' };
