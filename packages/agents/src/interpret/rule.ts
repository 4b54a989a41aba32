import type { DragomanEvent, JsonObject } from '@dragoman/protocol';

/** How one sort of native record is interpreted. */
export interface Rule<State> {
  readonly disposition: 'mapped' | 'metadata';
  /** What the coverage page says of it: the events it becomes, or why it is none. */
  readonly becomes: string;
  /** Undefined when the record is not what its name says: then it counts as unknown. */
  readonly read: (record: JsonObject, state: State) => readonly DragomanEvent[] | undefined;
}

/** Rules by the native name of what they read. */
export type Rules<State> = Readonly<Record<string, Rule<State>>>;

const NONE: readonly DragomanEvent[] = [];

/** A record whose content goes into events. */
export function mapped<State>(becomes: string, read: Rule<State>['read']): Rule<State> {
  return { disposition: 'mapped', becomes, read };
}

/** A record that is understood and holds nothing of the conversation. */
export function metadata(why: string): Rule<unknown> {
  return { disposition: 'metadata', becomes: why, read: () => NONE };
}

/** One rule for all of these names. */
export function each<State>(rule: Rule<State>, names: readonly string[]): Rules<State> {
  return Object.fromEntries(names.map((name) => [name, rule]));
}
