import { DragomanError } from '@dragoman/protocol';
import { defaultSandboxKind, type SandboxKind, sandboxKinds } from '@dragoman/sandbox';

/** The kind that is asked for, or the one that confines best on this machine. Rejects where none does. */
export async function chooseSandbox(asked: string | undefined): Promise<SandboxKind> {
  if (asked === undefined) return defaultSandboxKind();
  const known = sandboxKinds.find((kind) => kind === asked);
  if (known !== undefined) return known;
  throw new DragomanError(
    'usage',
    `There is no sandbox called ${asked}, only ${sandboxKinds.join(', ')}.`,
  );
}
