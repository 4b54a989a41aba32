import {
  type AgentInterpreter,
  createTranslator,
  type Disposition,
  type Interpreter,
  type View,
} from '@dragoman/agents';
import { isJsonObject, type JsonObject } from '@dragoman/protocol';
import type { Recording } from '../recordings.js';
import { liveStreams } from '../views/recorded-sessions.js';

/** What the records of one sort look like. */
export interface RecordShape {
  readonly view: View;
  /** What the rules call it: `assistant/tool_use`. */
  readonly native: string;
  readonly count: number;
  /** What became of the first of them. */
  readonly disposition: Disposition;
  /** How many of them no rule could read. */
  readonly unknown: number;
  /** The paths of their fields, such as `message.content[].type`, each with a value. */
  readonly fields: ReadonlyMap<string, unknown>;
  /** The scenarios in which it came. */
  readonly scenarios: ReadonlySet<string>;
}

interface Draft extends RecordShape {
  count: number;
  unknown: number;
  readonly fields: Map<string, unknown>;
  readonly scenarios: Set<string>;
}

/** Names that are no field: ids, models, paths and texts by which a CLI keeps things. */
const DATA = /\d{3}|-\d|[0-9a-f]{8}|[\s/\\:]|^.{65}/;

/** The sorts of records in recordings, by view and native name. */
export function recordShapes(
  recordings: readonly Recording[],
  interpreter: Pick<AgentInterpreter, View>,
): ReadonlyMap<string, RecordShape> {
  const shapes = new Map<string, Draft>();
  for (const recording of recordings) {
    const { view, scenario } = recording;
    const streams =
      view === 'live'
        ? liveStreams(recording, interpreter)
        : [{ interpreter: interpreter.saved(), bytes: recording.bytes() }];
    for (const { interpreter: inner, bytes } of streams) {
      const translator = createTranslator(
        watched(inner, (native, disposition, record) => {
          const shape = shapeOf(shapes, view, native, disposition);
          shape.count += 1;
          if (disposition === 'unknown') shape.unknown += 1;
          shape.scenarios.add(scenario);
          addFields(record, '', shape.fields);
        }),
      );
      translator.push(bytes);
      translator.flush();
    }
  }
  return shapes;
}

type Notice = (native: string, disposition: Disposition, record: JsonObject) => void;

/** An interpreter that shows each record that it reads. */
function watched(interpreter: Interpreter, notice: Notice): Interpreter {
  return {
    push(record) {
      const interpretation = interpreter.push(record);
      for (const part of interpretation.parts ?? [{ ...interpretation, record }]) {
        notice(part.native, part.disposition, part.record);
      }
      return interpretation;
    },
    flush: interpreter.flush,
  };
}

function shapeOf(
  shapes: Map<string, Draft>,
  view: View,
  native: string,
  disposition: Disposition,
): Draft {
  const key = `${view} ${native}`;
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const about = { view, native, disposition, count: 0, unknown: 0 };
  const shape: Draft = { ...about, fields: new Map(), scenarios: new Set() };
  shapes.set(key, shape);
  return shape;
}

/** The fields of an object, and those of the objects in them. */
function addFields(value: unknown, path: string, fields: Map<string, unknown>): void {
  if (path !== '' && !fields.has(path)) fields.set(path, value);
  if (Array.isArray(value)) {
    for (const entry of value) addFields(entry, `${path}[]`, fields);
  } else if (isJsonObject(value)) {
    for (const [name, entry] of Object.entries(value)) {
      const step = DATA.test(name) ? '*' : name;
      addFields(entry, path === '' ? step : `${path}.${step}`, fields);
    }
  }
}
