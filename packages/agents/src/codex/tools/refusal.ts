/** Why a call did nothing, as the output says it. */
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

/** A command that couldn't be started: live shows its reason, the file Rust's print of it. */
function reasonOfRejection(text: string): string | undefined {
  const at = text.indexOf(REJECTION);
  const print = at === -1 ? undefined : readRustString(text, at + REJECTION.length);
  return print?.startsWith(REASON) ? readRustString(print, REASON.length) : undefined;
}

/** What a command printed, and how it ended, before the sandbox was blamed for it. */
interface SandboxDenial {
  readonly output: string;
  readonly exitCode: number;
}

const MESSAGE = 'message: ';
const EXIT_CODE = /\bexit_code: (-?\d+),/;
const AGGREGATED_OUTPUT = 'aggregated_output: StreamOutput { text: ';

/** Up to 0.36: the streams one after the other, in words. */
const IN_WORDS =
  /^failed in sandbox \w+ with execution error: sandbox denied exec error, exit code: (-?\d+), stdout: /;
const STDERR = ', stderr: ';

/**
 * A command that fails under a sandbox was, up to 0.44 and again from 0.98 to 0.121, answered with
 * Rust's own print of the failure. Live, the same command shows what it printed: so what it printed
 * is taken out of there.
 */
export function readSandboxDenial(text: string): SandboxDenial | undefined {
  const words = IN_WORDS.exec(text);
  if (words !== null) return readWords(text.slice(words[0].length), Number(words[1]));
  const print = printedDenial(text);
  if (print === undefined) return undefined;
  const printed = print.indexOf(AGGREGATED_OUTPUT);
  if (printed === -1) return undefined;
  const output = readRustString(print, printed + AGGREGATED_OUTPUT.length);
  const exitCode = EXIT_CODE.exec(print)?.[1];
  if (output === undefined || exitCode === undefined) return undefined;
  return { output, exitCode: Number(exitCode) };
}

const DENIED = 'Denied { output: ExecToolCallOutput {';
const DENIED_IN_WORDS = ': SandboxDenied { message: ';

/** Where Rust's print of the failure stands, if it is one. */
function printedDenial(text: string): string | undefined {
  // In some versions from 0.115 on, the print has the words of the failure in front of the output.
  const worded = text.indexOf(DENIED_IN_WORDS);
  if (worded !== -1) return afterRustString(text, worded + DENIED_IN_WORDS.length);
  if (!text.includes(DENIED)) return undefined;
  // From 0.98 on, the print stands inside the message of another failure, and so is escaped twice.
  const at = text.indexOf(MESSAGE);
  return at === -1 ? text : (readRustString(text, at + MESSAGE.length) ?? text);
}

function readWords(streams: string, exitCode: number): SandboxDenial | undefined {
  const at = streams.lastIndexOf(STDERR);
  if (at === -1) return undefined;
  return { output: streams.slice(0, at) + streams.slice(at + STDERR.length), exitCode };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['0', '\0'],
]);

const UNICODE = /^\{([0-9a-f]{1,6})\}/;
const LAST_CODE_POINT = 0x10ffff;

/** What follows a text that Rust's debug print quotes; undefined when no quoted text is there. */
function afterRustString(print: string, start: number): string | undefined {
  if (print.charAt(start) !== '"') return undefined;
  for (let at = start + 1; at < print.length; at += 1) {
    if (print.charAt(at) === '\\') at += 1;
    else if (print.charAt(at) === '"') return print.slice(at + 1);
  }
  return undefined;
}

/** The text that Rust's debug print quotes at that position; undefined when no quoted text is there. */
export function readRustString(print: string, start: number): string | undefined {
  if (print.charAt(start) !== '"') return undefined;
  let content = '';
  let pieceStart = start + 1;
  for (let at = pieceStart; at < print.length; at++) {
    const character = print.charAt(at);
    if (character === '"') return content + print.slice(pieceStart, at);
    if (character !== '\\') continue;
    content += print.slice(pieceStart, at);
    const next = print.charAt(at + 1);
    const code = next === 'u' ? UNICODE.exec(print.slice(at + 2, at + 10)) : null;
    content += code === null ? (escapes.get(next) ?? next) : characterOf(code[1]);
    at += 1 + (code?.[0].length ?? 0);
    pieceStart = at + 1;
  }
  return undefined;
}

function characterOf(hex = ''): string {
  const code = Number.parseInt(hex, 16);
  return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '\ufffd';
}
