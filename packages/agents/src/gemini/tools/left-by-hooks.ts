/** What a hook adds to a result, and what Gemini CLI says where one has changed the input of a call. */
const LEFT_BY_HOOKS = [
  { opens: '\n\n<hook_context>', closes: '</hook_context>' },
  {
    opens: '\n\n[System] Tool input parameters ',
    closes: 'were modified by a hook before execution.',
  },
];

/** The result of a call, and what was left behind it because of hooks. */
export interface SplitResult {
  readonly result: string;
  /** Empty where there is nothing. */
  readonly left: string;
}

/** Splits off what hooks left at the end of what the model got of a call. */
export function splitLeftByHooks(text: string): SplitResult {
  let end = text.length;
  for (let at = lastAt(text); at !== -1; at = lastAt(text.slice(0, end))) end = at;
  return { result: text.slice(0, end), left: text.slice(end).trimStart() };
}

function lastAt(text: string): number {
  const last = LEFT_BY_HOOKS.find(({ closes }) => text.endsWith(closes));
  return last === undefined ? -1 : text.lastIndexOf(last.opens);
}
