import type { Fault, Script, Step } from './script.js';

/** What a turn's next request meets. */
export interface NextStep {
  /** Counted from 1. */
  readonly number: number;
  /** Which of the step's `times` this is, from 1. */
  readonly time: number;
  /** Which attempt at it this is, from 1: faults before it failed the others. */
  readonly attempt: number;
  readonly step: Step;
  /** The fault that comes first, if it has not been met often enough. */
  readonly fault?: Fault;
  /** What comes after it, each step as often as it says. */
  readonly following: Iterable<Step>;
}

/** Where in its script a turn is. */
export interface ScriptPosition {
  /** `undefined` when the script is at its end. */
  next(): NextStep | undefined;
  /** What became of the step this time. */
  played(step: PlayedStep): void;
}

export interface PlayedStep {
  /** Its fault was met. */
  readonly faultMet: boolean;
  /** How many steps were delivered in full (each time of a step counted): several made one reply. */
  readonly delivered: number;
}

export function createScriptPosition(script: Script): ScriptPosition {
  let index = 0;
  let faults = 0;
  let deliveries = 0;

  function advance(): void {
    index += 1;
    faults = 0;
    deliveries = 0;
  }

  return {
    next() {
      const step = script.steps[index];
      if (step === undefined) return undefined;
      const due =
        step.fault !== undefined && faults < (step.fault.times ?? Number.POSITIVE_INFINITY);
      return {
        number: index + 1,
        time: deliveries + 1,
        attempt: faults + 1,
        step,
        ...(due && step.fault ? { fault: step.fault } : {}),
        following: following(script, index, deliveries + 1),
      };
    },
    played({ faultMet, delivered }) {
      if (faultMet) faults += 1;
      for (let count = 0; count < delivered; count += 1) {
        deliveries += 1;
        if (deliveries >= (script.steps[index]?.times ?? 1)) advance();
      }
      // A step that is nothing but a fault is over with it.
      const step = script.steps[index];
      if (step?.actions === undefined && faults > 0 && faults === step?.fault?.times) advance();
    },
  };
}

/** The steps of a script from a position; the step there was given `given` times. */
function* following(script: Script, index: number, given: number): Generator<Step> {
  for (const [offset, step] of script.steps.slice(index).entries()) {
    for (let time = offset === 0 ? given : 0; time < step.times; time += 1) yield step;
  }
}
