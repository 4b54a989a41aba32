import { DragomanError } from '@dragoman/protocol';
import type { SandboxProvider } from '@dragoman/sandbox';
import { hasImages } from './has-images.js';

/** Where the CLI that runs comes from: the image of the sandbox, or this machine's installs. */
export type AgentSource = 'image' | 'cache';

/**
 * The source that was asked for; without one the image, where the kind of sandbox has images. Throws
 * `sandbox_unsupported` for an image that it can't have.
 */
export function chooseAgentSource(
  provider: SandboxProvider,
  asked: AgentSource | undefined,
): AgentSource {
  if (hasImages(provider)) return asked ?? 'image';
  if (asked !== 'image') return 'cache';
  throw new DragomanError(
    'sandbox_unsupported',
    `A sandbox of the kind ${provider.kind} has no image that an agent could be taken from. Leave that out, or take the kind container.`,
  );
}
