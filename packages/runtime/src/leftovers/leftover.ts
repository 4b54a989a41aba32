/** Something whose owner has died. */
export interface Leftover {
  readonly kind: 'turn' | 'sandbox' | 'lock' | 'install' | 'home';
  /** Its id or its path. */
  readonly name: string;
  /** What it was for: `codex in /home/me/app`. */
  readonly about: string;
  /** When it began, in ISO 8601, where that is known. */
  readonly since: string | undefined;
  /** What there is of it, one line each. */
  readonly remains: readonly string[];
  /** Ends and removes it. Rejects where that fails, and with `leftover_owned` where somebody owns it by now. */
  remove(): Promise<void>;
}
