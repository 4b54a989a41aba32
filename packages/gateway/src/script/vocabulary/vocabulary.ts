import type { OfferedTool, ToolForm } from '../reply.js';
import type {
  AddChange,
  DeleteChange,
  PatchAction,
  PlanAction,
  RunAction,
  SearchAction,
  ToolArguments,
  UpdateChange,
} from '../script.js';

/** What each verb is about. */
export interface Subjects {
  run: RunAction;
  /** All changes in one call. */
  patch: PatchAction;
  /** The changes of a patch one by one, where no tool takes them all. */
  add: AddChange;
  update: UpdateChange;
  delete: DeleteChange;
  plan: PlanAction;
  search: SearchAction;
}

export type Verb = keyof Subjects;

/** The calls by which one agent's tools do what a script asks: a few phrases for every verb. */
export type Vocabulary = { readonly [V in Verb]?: readonly Phrase<Subjects[V]>[] };

export interface Phrase<Subject> {
  /** All of these must be offered. */
  readonly needs: readonly ToolNeed[];
  say(subject: Subject, context: PhraseContext): readonly SpokenCall[];
}

export interface ToolNeed {
  readonly name: string;
  /** `function` unless said otherwise. */
  readonly form?: ToolForm;
  /** An argument that the tool must know, where two agents' tools share a name. */
  readonly property?: string;
}

export interface PhraseContext {
  /** How many plans the script made before this one. */
  readonly earlierPlans: number;
}

/** The call's form follows from what is offered under its name. */
export interface SpokenCall {
  readonly name: string;
  readonly arguments: ToolArguments;
}

export function isMet(need: ToolNeed, offered: readonly OfferedTool[]): boolean {
  return offered.some(
    (tool) =>
      tool.namespace === undefined &&
      tool.name === need.name &&
      tool.form === (need.form ?? 'function') &&
      (need.property === undefined || tool.properties.includes(need.property)),
  );
}

/** A phrase that is one call of one tool. */
export function phrase<Subject>(
  need: ToolNeed | string,
  toArguments: (subject: Subject) => ToolArguments,
): Phrase<Subject> {
  const tool = typeof need === 'string' ? { name: need } : need;
  return {
    needs: [tool],
    say: (subject) => [{ name: tool.name, arguments: toArguments(subject) }],
  };
}
