import type { EventQueue } from '../../interpret/event-queue.js';
import { callEvent, type OpenCall } from './open-call.js';

/** Calls that are told only once it is known as what: those that set the plan, and scripts. */
export interface HeldCalls {
  hold(call: OpenCall): void;
  /** A call got its answer, whichever. */
  noteAnswer(): void;
  /** There is an item of a call that a script made. */
  noteItem(): void;
  /** The model goes on: what it called before the answers it has got will get none. */
  modelSpeaks(): void;
  /** A script got its answer: true when the items of the calls it made have told what it did. */
  isEmittedByItems(script: OpenCall): boolean;
  endTurn(): void;
}

/** `onCutOff` gets each script that is told although it has no answer. */
export function createHeldCalls(
  queue: EventQueue,
  onCutOff: (script: OpenCall) => void,
): HeldCalls {
  /** With how many answers there were when the call was made. */
  let held: { readonly call: OpenCall; readonly answers: number }[] = [];
  let answers = 0;
  /** Items that the answer of no script has accounted for. */
  let items = 0;

  const isOpen = ({ place }: OpenCall): boolean => place?.events === undefined;

  return {
    hold(call) {
      const place = queue.hold(() => {
        const isEmitted = call.isScript && items > 0;
        if (call.isScript && !isEmitted) onCutOff(call);
        queue.settle(place, isEmitted ? [] : [callEvent(call)]);
      });
      call.place = place;
      held.push({ call, answers });
    },
    noteAnswer() {
      answers += 1;
    },
    noteItem() {
      items += 1;
    },
    modelSpeaks() {
      for (const { call, answers: before } of held) {
        if (isOpen(call) && answers > before) call.place?.decide();
      }
      if (held.length > 0) held = held.filter(({ call }) => isOpen(call));
      if (held.length === 0) items = 0;
    },
    isEmittedByItems(script) {
      const isEmitted = items > 0;
      if (isEmitted && script.place !== undefined) queue.settle(script.place, []);
      const isAmongOthers = held.some(
        ({ call }) => call !== script && call.isScript && isOpen(call),
      );
      items = isEmitted && isAmongOthers ? items - 1 : 0;
      return isEmitted;
    },
    endTurn() {
      held = [];
      items = 0;
    },
  };
}
