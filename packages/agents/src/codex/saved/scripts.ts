import { isJsonObject, parseJson } from '@dragoman/protocol';
import { numberAt, textAt } from '../../interpret/json-fields.js';
import { imageSourceOf } from '../../tools/common-call.js';
import type { NativeCall } from '../tools/calls.js';
import { readToolOutput, type ToolOutput } from '../tools/output.js';
import { cutMark, readTruncation } from '../tools/truncation.js';

/**
 * From 0.150 on some models have one tool, `exec`, and call all others from a script in it. Live
 * shows the calls the script makes, never the script; the file has an item for most of them.
 */
export function isScript({ name, namespace, input }: NativeCall): boolean {
  return name === 'exec' && (namespace ?? 'functions') === 'functions' && typeof input === 'string';
}

/** How the id of a call begins that a script made; it has no record but that of its result. */
const INNER_ID = 'exec-';

/** True for the id of a call that a script made. */
export function isMadeByScript(callId: string): boolean {
  return callId.startsWith(INNER_ID);
}

const CALL_OPENS = /^\s*(?:text\()?\s*await tools\.(\w{1,200})\(/;
const CALL_CLOSES = /\)\)?;?\s*$/;

/** The one call that a script makes, where it makes only one and its input is written out. */
export function onlyCallOf(script: unknown): NativeCall | undefined {
  if (typeof script !== 'string') return undefined;
  const opening = CALL_OPENS.exec(script);
  const body = opening === null ? undefined : script.slice(opening[0].length);
  const closing = body?.slice(-CLOSING_LENGTH).match(CALL_CLOSES);
  if (opening === null || body === undefined || closing == null) return undefined;
  const written = body.slice(0, body.length - closing[0].length);
  const parsed = parseJson(written === '' ? '{}' : written);
  return parsed.ok ? { name: opening[1] ?? '', input: parsed.value } : undefined;
}

/** As long as a closing can be, with some space: it isn't looked for in all of a long script. */
const CLOSING_LENGTH = 20;

const COMPLETED = 'Script completed\n';
const FAILED = 'Script failed\n';
/** Of a script that was stopped with its turn; as often the output says `aborted by user`. */
const TERMINATED = 'Script terminated\n';
const ERROR_OPENS = /^Script error:\n/;

/** What the only call of a script gave back, by the output of the script. */
export function readScriptOutput(output: unknown): ToolOutput {
  const read = readToolOutput(output);
  if (typeof read.output !== 'string') return read;
  if (read.output.startsWith(FAILED)) {
    return { ...readToolOutput(bodyOf(read.output).replace(ERROR_OPENS, '')), failed: true };
  }
  if (read.output.startsWith(TERMINATED)) {
    const error = { message: TERMINATED.trimEnd(), type: 'cancelled' };
    return { ...read, output: bodyOf(read.output), failed: true, error };
  }
  if (!read.output.startsWith(COMPLETED)) return read;
  // The output of a script that is cut has its header behind that of the script.
  const { text, truncated } = readTruncation(bodyOf(read.output));
  return { ...read, ...readReport(text), ...(truncated && { truncated }) };
}

export function isCompleted(output: ToolOutput['output']): boolean {
  const [first] = Array.isArray(output) ? output : [];
  const text = first?.type === 'text' ? first.text : output;
  return typeof text === 'string' && text.startsWith(COMPLETED);
}

function bodyOf(text: string): string {
  const at = text.indexOf('Output:\n');
  return at === -1 ? text : text.slice(at + 'Output:\n'.length).replace(/^\n/, '');
}

/** A command, or an image that was looked at, is reported as JSON. */
function readReport(text: string): Partial<ToolOutput> {
  const parsed = text.startsWith('{') ? parseJson(withWholeEscapes(text)) : undefined;
  const report = parsed?.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
  const image = textAt(report, 'image_url');
  if (image !== undefined) return { output: [{ type: 'image', source: imageSourceOf(image) }] };
  const output = textAt(report, 'output');
  if (report === undefined || output === undefined) return { output: text };
  const exitCode = numberAt(report, 'exit_code');
  const session = numberAt(report, 'session_id');
  return {
    output,
    ...(exitCode !== undefined && { exitCode, failed: exitCode !== 0 }),
    ...(exitCode === undefined && session !== undefined && { runningSession: session }),
  };
}

const HALF_ESCAPE = /(?:^|[^\\])(?:\\\\)*(\\(?:u[\da-f]{0,3})?)$/i;

/** A report that was cut within an escape, without the half of it that is left before the cut. */
function withWholeEscapes(report: string): string {
  const cut = cutMark.exec(report);
  const half = cut === null ? undefined : HALF_ESCAPE.exec(report.slice(0, cut.index))?.[1];
  if (cut === null || half === undefined) return report;
  return report.slice(0, cut.index - half.length) + report.slice(cut.index);
}
