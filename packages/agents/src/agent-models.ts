/**
 * Which models a turn of an agent may ask, in the names that stand in its requests. In a pattern `*`
 * stands for letters, digits, `.`, `_` and `-`.
 */
export interface TurnModels {
  /** May be asked at any time. */
  readonly allow: readonly string[];
  /** Of these the first that is asked. */
  readonly firstOf: readonly string[];
}

/** What an agent asks its provider for. */
export interface AgentModels {
  /** Those it may take when nobody names one; it stays with the first. */
  readonly own: readonly string[];
  /** Smaller ones that it asks beside the turn's, for titles, summaries and lesser tasks. */
  readonly small: readonly string[];
  /** What it may ask when it is told a name. Absent: just that. */
  readonly named?: (model: string) => TurnModels;
}

/** What a turn may ask: the model that was asked for or else the agent's own, and its small ones. */
export function turnModels(models: AgentModels, model: string | undefined): TurnModels {
  const { own, small, named = exactly } = models;
  const asked = model === undefined ? { allow: [], firstOf: own } : named(model);
  return { allow: [...asked.allow, ...small], firstOf: asked.firstOf };
}

function exactly(model: string): TurnModels {
  return { allow: [model], firstOf: [] };
}
