import { readRustString } from './rust-string.js';

/** What a command printed, and how it ended, before the sandbox was blamed for it. */
export interface SandboxDenial {
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
  if (!text.includes('Denied { output: ExecToolCallOutput {')) return undefined;
  // From 0.98 on, the print stands inside the message of another failure, and so is escaped twice.
  const at = text.indexOf(MESSAGE);
  const print = at === -1 ? text : (readRustString(text, at + MESSAGE.length) ?? text);
  const printed = print.indexOf(AGGREGATED_OUTPUT);
  if (printed === -1) return undefined;
  const output = readRustString(print, printed + AGGREGATED_OUTPUT.length);
  const exitCode = EXIT_CODE.exec(print)?.[1];
  if (output === undefined || exitCode === undefined) return undefined;
  return { output, exitCode: Number(exitCode) };
}

function readWords(streams: string, exitCode: number): SandboxDenial | undefined {
  const at = streams.lastIndexOf(STDERR);
  if (at === -1) return undefined;
  return { output: streams.slice(0, at) + streams.slice(at + STDERR.length), exitCode };
}
