import { afterEach } from 'vitest';

/** Closes what a test opened, last first, whether the test passes or not. */
export function createClosing(): <Resource extends { close(): Promise<void> }>(
  resource: Resource,
) => Resource {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const resource of open.splice(0).reverse()) await resource.close();
  });
  return (resource) => {
    open.push(resource);
    return resource;
  };
}
