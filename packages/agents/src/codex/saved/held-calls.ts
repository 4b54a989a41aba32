import type { Emitter } from '../../interpret/emitter.js';
import { callEvent, type OpenCall } from './open-call.js';

/** Calls that are emitted only once it is known as what: those that set the plan, and scripts. */
export interface HeldCalls {
  hold(call: OpenCall): void;
  /** A call got its answer, whichever. */
  noteAnswer(): void;
  /** There is an item of a call that a script made. */
  noteItem(): void;
  /** The model continues: what it called before the answers it has got will get none. */
  modelContinues(): void;
  /** A script got its answer: true when the items of the calls it made have shown what it did. */
  isShownByItems(script: OpenCall): boolean;
  endTurn(): void;
}

/** @param onCutOff gets each script that is emitted although it has no answer. */
export function createHeldCalls(emitter: Emitter, onCutOff: (script: OpenCall) => void): HeldCalls {
  /** With how many answers there were when the call was made. */
  let held: { readonly call: OpenCall; readonly answers: number }[] = [];
  let answers = 0;
  /** Items that the answer of no script has accounted for. */
  let items = 0;

  const isOpen = ({ slot }: OpenCall): boolean => slot?.events === undefined;

  return {
    hold(call) {
      const slot = emitter.reserve(() => {
        const isShown = call.isScript && items > 0;
        if (call.isScript && !isShown) onCutOff(call);
        emitter.fill(slot, isShown ? [] : [callEvent(call)]);
      });
      call.slot = slot;
      held.push({ call, answers });
    },
    noteAnswer() {
      answers += 1;
    },
    noteItem() {
      items += 1;
    },
    modelContinues() {
      for (const { call, answers: before } of held) {
        if (isOpen(call) && answers > before) call.slot?.decide();
      }
      if (held.length > 0) held = held.filter(({ call }) => isOpen(call));
      if (held.length === 0) items = 0;
    },
    isShownByItems(script) {
      const isShown = items > 0;
      if (isShown && script.slot !== undefined) emitter.fill(script.slot, []);
      const isAmongOthers = held.some(
        ({ call }) => call !== script && call.isScript && isOpen(call),
      );
      items = isShown && isAmongOthers ? items - 1 : 0;
      return isShown;
    },
    endTurn() {
      held = [];
      items = 0;
    },
  };
}
