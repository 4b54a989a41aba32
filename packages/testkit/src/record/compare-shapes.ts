import type { RecordShape } from './record-shapes.js';

type Shapes = ReadonlyMap<string, RecordShape>;

/** How the records of one version differ from those of another. */
export interface ShapeDifference {
  readonly newTypes: readonly RecordShape[];
  readonly goneTypes: readonly RecordShape[];
  /** Of types that both have. */
  readonly newFields: readonly FieldChange[];
  readonly goneFields: readonly FieldChange[];
}

/** Fields of a type of record that only one version has. */
export interface FieldChange extends Pick<RecordShape, 'view' | 'native' | 'disposition'> {
  readonly fields: readonly { readonly path: string; readonly example: unknown }[];
}

export function compareShapes(fresh: Shapes, known: Shapes): ShapeDifference {
  return {
    newTypes: onlyIn(fresh, known),
    goneTypes: onlyIn(known, fresh),
    newFields: fieldsOnlyIn(fresh, known),
    goneFields: fieldsOnlyIn(known, fresh),
  };
}

function onlyIn(one: Shapes, other: Shapes): RecordShape[] {
  return [...one].filter(([key]) => !other.has(key)).map(([, shape]) => shape);
}

/** Of an object that is new, only itself; what is in it is new, too. */
function fieldsOnlyIn(one: Shapes, other: Shapes): FieldChange[] {
  return [...one].flatMap(([key, { view, native, disposition, fields }]) => {
    const others = other.get(key)?.fields;
    if (others === undefined) return [];
    const own = [...fields]
      .filter(([path]) => !others.has(path) && (isTop(path) || others.has(parentOf(path))))
      .map(([path, example]) => ({ path, example }));
    return own.length === 0 ? [] : [{ view, native, disposition, fields: own }];
  });
}

const LAST_STEP = /(?:\[\]|\.?[^.[\]]+)$/;

function parentOf(path: string): string {
  return path.replace(LAST_STEP, '');
}

function isTop(path: string): boolean {
  return parentOf(path) === '';
}

const LONGEST_EXAMPLE = 60;

/** The value of a field, cut short. */
export function cutExample(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= LONGEST_EXAMPLE ? text : `${text.slice(0, LONGEST_EXAMPLE)}…`;
}
