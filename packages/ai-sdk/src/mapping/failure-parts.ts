import type { ModelPart } from './model-part.js';
import type { TurnFailure } from './turn-failure.js';

export interface FailurePartsOptions {
  /** A failure is told when the turn has ended, with all that is known of it by then. */
  readonly isHeld: boolean;
  /** Takes what is known beside the one failure that is told. */
  readonly notice: (failure: TurnFailure) => void;
}

export interface FailureParts {
  /** The agent says that it failed. */
  fail(found: TurnFailure, parts: ModelPart[]): void;
  /** How the turn failed in the end, if it did. */
  end(found: TurnFailure | undefined): void;
  /** Nothing comes any more: tells the failure, unless that has been done. */
  emit(parts: ModelPart[]): void;
  readonly failure: TurnFailure | undefined;
}

/** Agents tell a failure as an error and as the end of their turn, and we as ours. It is told once. */
export function createFailureParts({ isHeld, notice }: FailurePartsOptions): FailureParts {
  let failure: TurnFailure | undefined;
  let isEmitted = false;

  const emit = (parts: ModelPart[]): void => {
    if (failure === undefined || isEmitted) return;
    isEmitted = true;
    parts.push({ type: 'error', error: failure });
  };

  return {
    fail(found, parts) {
      if (failure !== undefined) {
        if (found.message !== failure.message) notice(found);
        return;
      }
      failure = found;
      if (!isHeld) emit(parts);
    },
    end(found) {
      const earlier = failure;
      failure = found;
      if (isEmitted && found !== undefined) notice(found);
      if (isEmitted || earlier === undefined) return;
      if (found?.message.includes(earlier.message) !== true) notice(earlier);
    },
    emit,
    get failure() {
      return failure;
    },
  };
}
