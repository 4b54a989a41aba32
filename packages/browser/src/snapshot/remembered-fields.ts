/** A field of a snapshot, and its element as long as the page has it. */
export interface FoundField {
  readonly fieldId: string;
  readonly element: WeakRef<Element>;
}

let latest: readonly FoundField[] = [];
/** Made when an action asks: of a long form few fields are used. */
let byId: ReadonlyMap<string, WeakRef<Element>> | undefined;

/** The elements of the latest snapshot. */
export function rememberFields(found: readonly FoundField[]): void {
  latest = found;
  byId = undefined;
}

/** The element that a snapshot has shown under this id, if it is still in the page. */
export function rememberedField(fieldId: string): Element | undefined {
  byId ??= new Map(latest.map((found) => [found.fieldId, found.element]));
  const element = byId.get(fieldId)?.deref();
  return element?.isConnected === true ? element : undefined;
}
