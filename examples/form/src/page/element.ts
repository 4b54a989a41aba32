/** An element that the page has by this id. */
export function element<Made extends HTMLElement>(id: string, made: new () => Made): Made {
  const found = document.getElementById(id);
  if (found instanceof made) return found;
  throw new Error(`The page has no ${id}.`);
}
