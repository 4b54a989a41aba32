/** The elements of the latest snapshot, as long as the page has them. */
let remembered: ReadonlyMap<string, WeakRef<Element>> = new Map();

export function rememberFields(found: ReadonlyMap<string, WeakRef<Element>>): void {
  remembered = found;
}

/** The element that a snapshot has shown under this id, if it is still in the page. */
export function rememberedField(fieldId: string): Element | undefined {
  const element = remembered.get(fieldId)?.deref();
  return element?.isConnected === true ? element : undefined;
}
