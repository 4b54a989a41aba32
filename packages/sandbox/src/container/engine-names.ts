/** In the order in which they are looked for: the first needs no service and no group of root's. */
export const engineNames = ['podman', 'docker'] as const;

export type EngineName = (typeof engineNames)[number];
