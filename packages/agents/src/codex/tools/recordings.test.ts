import { isJsonObject, type JsonObject, parseJson } from '@dragoman/protocol';
import { type Recording, recordings } from '@dragoman/testkit';
import { describe, expect, test } from 'vitest';
import { objectAt, textAt, textsAt } from '../../interpret/json-fields.js';
import { commandOfArgv, commandOfText } from '../../tools/command-line.js';
import { type CommonCall, isPlanCall } from '../../tools/common-call.js';
import { resolveChanges } from '../../tools/resolve-changes.js';
import { readCall } from './calls.js';
import { readNativeChanges } from './changes.js';
import { readMcpResult } from './mcp.js';
import { readToolOutput, type ToolOutput } from './output.js';

interface Emitted {
  readonly call: CommonCall;
  readonly native: { readonly name: string; readonly input: unknown };
  output?: ToolOutput;
}

/** Finished turns in which Codex did what the model asked, so that live shows every call. */
const PLAIN = [
  ...['bigout', 'empty', 'hello', 'http400', 'http401', 'http429', 'mcp', 'mcpfail', 'midfail'],
  ...['multi', 'parallel', 'patch', 'plan', 'shell', 'shellfail', 'unicode', 'websearch'],
];

const all = recordings().filter(
  ({ agent, scenario }) => agent === 'codex' && PLAIN.includes(scenario),
);
const saved = all.filter(({ view }) => view === 'saved');

function records(recording: Recording): JsonObject[] {
  const lines = new TextDecoder().decode(recording.bytes()).split('\n');
  return lines.flatMap((line) => {
    const parsed = parseJson(line);
    return parsed.ok && isJsonObject(parsed.value) ? [parsed.value] : [];
  });
}

/** The calls of a saved session, with their outputs. */
function savedCalls(recording: Recording): Emitted[] {
  const emitted = new Map<string, Emitted>();
  for (const record of records(recording)) {
    const item = record.type === 'response_item' ? objectAt(record, 'payload') : record;
    const id = textAt(item, 'call_id') ?? '';
    const name = textAt(item, 'name');
    const opened = emitted.get(id);
    if (item?.type === 'function_call' && name !== undefined) {
      const native = { name, namespace: textAt(item, 'namespace'), input: item.arguments };
      const call = readCall(native, { cwd: '/workspace' }).common;
      emitted.set(id, { call: isPlanCall(call) ? call.call : call, native });
    } else if (item?.type === 'function_call_output' && opened !== undefined) {
      opened.output = readToolOutput(item.output, opened.call.kind);
    }
  }
  return [...emitted.values()];
}

/** The bodies of the live records of a kind: an item that is done, or a legacy message. */
function live(recording: Recording, types: readonly string[]): JsonObject[] {
  const twin = all.find(
    ({ version, scenario, view }) =>
      view === 'live' && version === recording.version && scenario === recording.scenario,
  );
  if (twin === undefined) return [];
  return records(twin).flatMap((record) => {
    const body =
      record.type === 'item.completed' ? objectAt(record, 'item') : objectAt(record, 'msg');
    return body !== undefined && types.includes(textAt(body, 'type') ?? '') ? [body] : [];
  });
}

function sorted(texts: readonly string[]): string[] {
  return [...texts].sort();
}

describe.each(saved.map((recording) => [`${recording.version} ${recording.scenario}`, recording]))(
  'in %s',
  (_name, recording) => {
    if (typeof recording === 'string') return;
    const calls = savedCalls(recording);

    test('no call stays without a common form', () => {
      expect(calls.filter(({ call }) => call.kind === 'other')).toEqual([]);
    });

    test('the commands are those of the live view', () => {
      const commands = live(recording, ['command_execution', 'exec_command_begin']).map((body) => {
        const argv = textsAt(body, 'command');
        return argv === undefined
          ? commandOfText(textAt(body, 'command') ?? '')
          : commandOfArgv(argv);
      });
      const emitted = calls.filter(({ call }) => call.tool_name === 'Bash');
      expect(sorted(emitted.map(({ call }) => `${call.parameters.command}`))).toEqual(
        sorted(commands),
      );
    });

    test('the patches are those of the live view', () => {
      const changes = live(recording, ['file_change', 'patch_apply_begin']).map((body) =>
        resolveChanges(readNativeChanges(body.changes) ?? [], '/workspace'),
      );
      const emitted = calls.flatMap(({ native }) => {
        const change = readCall(native, { cwd: '/workspace' }).changes;
        return change === undefined ? [] : [change];
      });
      const pathsOf = (list: typeof emitted) =>
        list.map((change) => change.map(({ path, kind }) => ({ path, kind })));
      expect(pathsOf(emitted)).toEqual(pathsOf(changes));
    });

    test('the outputs of MCP tools are those of the live view', () => {
      // 0.44 and 0.50 print no result.
      if (['0.44.0', '0.50.0'].includes(recording.version)) return;
      const results = live(recording, ['mcp_tool_call', 'mcp_tool_call_end']);
      const emitted = calls.filter(({ call }) => call.kind === 'mcp');
      expect(emitted.map(({ output }) => output?.output)).toEqual(
        results.map((body) => readMcpResult(body.result).output),
      );
    });

    test('the outputs of commands are those of the live view, unless cut', () => {
      // 0.20 saves only one of a command's two streams.
      if (recording.version === '0.20.0') return;
      const printed = live(recording, ['command_execution', 'exec_command_end']);
      const emitted = calls.filter(({ call }) => call.tool_name === 'Bash');
      expect(emitted.length).toBe(printed.length);
      const whole = emitted.filter(({ output }) => output?.truncated !== true);
      for (const { output } of whole) {
        expect(printed).toContainEqual(
          expect.objectContaining({
            aggregated_output: output?.output,
            exit_code: output?.exitCode,
          }),
        );
      }
      expect(whole.length === emitted.length).toBe(recording.scenario !== 'bigout');
    });
  },
);
