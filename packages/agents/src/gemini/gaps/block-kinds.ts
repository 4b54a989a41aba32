import type { CanonicalBlock } from '@dragoman/protocol';
import { isTool, type ToolBlock } from '../../interpret/level-views.js';

export function isMcp({ name }: ToolBlock): boolean {
  return name.startsWith('mcp__');
}

/** A call of one of these tools. */
export function isCallOf(...names: readonly string[]): (block: CanonicalBlock) => boolean {
  return (block) => isTool(block) && names.includes(block.name);
}
