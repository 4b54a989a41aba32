/**
 * What a provider can do for a request outside the sandbox, by what leaves through it. The names are
 * the house's own: providers have several for each.
 */
export const hostedToolKinds = [
  /** A search whose words go to others. */
  'web_search',
  /** A page that the provider fetches. */
  'web_fetch',
  /** Code that runs at the provider: code interpreters, hosted shells, containers. */
  'code_execution',
  /** Search in files that are at the provider. */
  'file_search',
  /** A server that the provider calls. */
  'mcp',
  /** A screen that is used, where the provider says how. */
  'computer',
  'image_generation',
  'maps',
  /** Pictures and files that the provider fetches from an address. */
  'url_input',
  /** Files that were uploaded before. */
  'files',
  /** Answers, conversations and prompts that the provider keeps. */
  'stored_content',
  /** Whatever else a request asks for that this gateway doesn't know. */
  'other',
] as const;

export type HostedToolKind = (typeof hostedToolKinds)[number];

/** What of it a turn may use. */
export type HostedTools = 'deny' | 'allow' | readonly HostedToolKind[];

export interface HostedAccess {
  allows(kind: HostedToolKind): boolean;
}

export function hostedAccess(tools: HostedTools): HostedAccess {
  if (tools === 'allow') return { allows: () => true };
  const kinds: ReadonlySet<HostedToolKind> = new Set(tools === 'deny' ? [] : tools);
  return { allows: (kind) => kinds.has(kind) };
}
