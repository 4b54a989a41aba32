import { errorMessage } from '@dragoman/protocol/internal';
import { onceResourcesAreThere } from '@dragoman/sandbox';

/** What has been done so far and must be undone. */
export interface Cleanup {
  add(what: string, undo: () => Promise<void> | void): void;
  /** Undoes all, the last first, each once. What fails keeps nothing else from being undone. */
  run(): Promise<readonly string[]>;
}

/** Collects everything that a turn has to undo. */
export function createCleanup(): Cleanup {
  const steps: { readonly what: string; readonly undo: () => Promise<void> | void }[] = [];
  return {
    add(what, undo) {
      steps.push({ what, undo });
    },
    async run() {
      const failures: string[] = [];
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await onceResourcesAreThere(step.undo);
        } catch (error) {
          failures.push(`${step.what}: ${errorMessage(error)}`);
        }
      }
      return failures;
    },
  };
}
