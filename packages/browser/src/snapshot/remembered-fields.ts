/** The elements of the latest snapshot, as long as the page has them. */
let remembered = new Map<string, WeakRef<Element>>();

export function rememberFields(found: ReadonlyMap<string, Element>): void {
  remembered = new Map([...found].map(([id, element]) => [id, new WeakRef(element)]));
}

/** The element that a snapshot has shown under this id, if it is still in the page. */
export function rememberedField(fieldId: string): Element | undefined {
  const element = remembered.get(fieldId)?.deref();
  return element?.isConnected === true ? element : undefined;
}
