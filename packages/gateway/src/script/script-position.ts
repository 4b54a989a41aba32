import type { Fault, Script, Step } from './script.js';

/** What a turn's next request meets. */
export interface NextStep {
  /** Counted from 1. */
  readonly number: number;
  readonly step: Step;
  /** The fault that comes first, if it has not been met often enough. */
  readonly fault?: Fault;
}

/** Where in its script a turn is. */
export interface ScriptPosition {
  /** `undefined` when the script is at its end. */
  next(): NextStep | undefined;
  /** What became of the step this time. */
  played(outcome: StepOutcome): void;
}

export interface StepOutcome {
  /** Its fault was met. */
  readonly faultMet: boolean;
  /** Its reply was delivered in full. */
  readonly delivered: boolean;
  /** How many steps the reply took; one unless said otherwise. */
  readonly steps?: number;
}

export function createScriptPosition(script: Script): ScriptPosition {
  let index = 0;
  let faults = 0;
  let deliveries = 0;

  function advance(steps: number): void {
    index += steps;
    faults = 0;
    deliveries = 0;
  }

  return {
    next() {
      const step = script.steps[index];
      if (step === undefined) return undefined;
      const due =
        step.fault !== undefined && faults < (step.fault.times ?? Number.POSITIVE_INFINITY);
      return { number: index + 1, step, ...(due && step.fault ? { fault: step.fault } : {}) };
    },
    played({ faultMet, delivered, steps = 1 }) {
      const step = script.steps[index];
      if (step === undefined) return;
      if (faultMet) faults += 1;
      if (delivered) deliveries += 1;
      // A step that is nothing but a fault is over with it.
      const faultOver = step.actions === undefined && faults === step.fault?.times;
      if (faultOver || deliveries >= step.times) advance(steps);
    },
  };
}
