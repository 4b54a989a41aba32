import { readRustString } from './rust-string.js';

/** Why a call did nothing, in the words of the output. */
export interface Refusal {
  readonly message: string;
  readonly type?: string;
}

/** The beginnings of the texts that Codex answers with when it didn't run a call, or lost it. */
const refusals: readonly (readonly [RegExp, string | undefined])[] = [
  [/^aborted(?: by user(?: after \d+(?:\.\d+)?s)?)?$/, 'cancelled'],
  [/^\w+ was cancelled before receiving a response$/, 'cancelled'],
  [/^(?:patch|exec command) rejected\b/, 'denied'],
  [/^(?:rejected by (?:user|configuration)|automatic approval review denied\b)/, 'denied'],
  [/^approval policy is \S+; reject command\b/, 'denied'],
  [/^MCP tool call requires approval\b/, 'denied'],
  [/^user (?:rejected|cancelled) MCP tool call/, 'denied'],
  [/^command timed out after \d+ milliseconds/, 'timeout'],
  [/^unsupported (?:custom tool )?call: /, undefined],
  [/^failed to parse (?:function|tool_search) arguments: /, undefined],
  [/^(?:failed to parse apply_patch|apply_patch verification failed): /, undefined],
  [/^patch detected without explicit call to apply_patch\b/, undefined],
  [/^(?:error|execution error|sandbox error): /, undefined],
  [/^failed in sandbox\b/, undefined],
  [/^(?:exec_command|write_stdin|unified exec) failed\b/, undefined],
  [/^unable to (?:locate|read|process|resolve) image\b/, undefined],
  [/^image path `[^`\n]*` is not a file$/, undefined],
  [/^collab (?:tool|spawn|resume) failed: |^collab manager unavailable$/, undefined],
  [/^agent with id \S+ (?:not found|is closed)$/, undefined],
  [/^resources\/(?:list|read|templates\/list) failed: /, undefined],
];

/** All of them in one, since most outputs are none. */
const ANY_REFUSAL = new RegExp(refusals.map(([form]) => form.source).join('|'));

const REJECTION = 'CreateProcess { message: ';
const REASON = 'Rejected(';

/** The refusal that an output is, or undefined when it is an answer. */
export function readRefusal(text: string): Refusal | undefined {
  if (!ANY_REFUSAL.test(text)) return undefined;
  const known = refusals.find(([form]) => form.test(text));
  if (known === undefined) return undefined;
  const [, type] = known;
  const message = reasonOfRejection(text) ?? text;
  return type === undefined ? { message } : { message, type };
}

/** A command that couldn't be started: live its reason is told, in the file Rust's print of it. */
function reasonOfRejection(text: string): string | undefined {
  const at = text.indexOf(REJECTION);
  const print = at === -1 ? undefined : readRustString(text, at + REJECTION.length);
  return print?.startsWith(REASON) ? readRustString(print, REASON.length) : undefined;
}
