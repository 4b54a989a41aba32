import type { Budget, Cassette, Script, ScriptTurnOptions } from '@dragoman/gateway';

/** Where the answers of a turn's model come from. An agent never sees more of it than a token. */
export type ModelAccess =
  | ForwardAccess
  | ScriptAccess
  | { readonly kind: 'replay'; readonly cassette: Cassette };

/** A provider, with a real key that stays in the gateway. */
export interface ForwardAccess {
  readonly kind: 'forward';
  readonly key: string;
  readonly baseUrl: string;
  readonly budget?: Budget;
  /** The file that gets a cassette of all that was said, when the turn is over. */
  readonly record?: string;
}

/** A model that follows a script. */
export interface ScriptAccess extends Omit<ScriptTurnOptions, 'script'> {
  readonly kind: 'script';
  readonly script: Script;
}
