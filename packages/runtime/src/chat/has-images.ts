import type { ContainerSandboxes, SandboxProvider } from '@dragoman/sandbox';

/** Whether sandboxes are made of images that can be looked into. */
export function hasImages(provider: SandboxProvider): provider is ContainerSandboxes {
  return provider.abilities.images && 'image' in provider;
}
