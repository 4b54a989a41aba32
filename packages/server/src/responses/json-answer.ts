import { parseJson } from '@dragoman/protocol';
import { replacedBlocks } from '@dragoman/protocol/internal';
import type { FinishedPart, ViewPart } from '../faces/turn-view.js';

const FENCED = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/;

/**
 * Lets one text through as the answer, the last, and only where it is JSON: clients parse every text of
 * a response that was to follow a schema. What the agent says before its answer becomes reasoning.
 *
 * @param answerTool the tool by which the agent gives such an answer, if it has one: that wins over what
 *   it says beside it
 */
export function createJsonAnswer(
  answerTool: string | undefined,
): (part: ViewPart) => readonly ViewPart[] {
  let latest: string | undefined;
  let given: string | undefined;
  let asides = 0;

  const aside = (): readonly ViewPart[] => {
    if (latest === undefined) return [];
    asides += 1;
    const said = blockOf('reasoning', `aside-${asides}`, latest);
    latest = undefined;
    return said;
  };
  const answer = (part: FinishedPart): readonly ViewPart[] => {
    const before = given === undefined ? [] : aside();
    const said = given ?? latest;
    if (said === undefined) return [...before, withFault(part, '')];
    const text = FENCED.exec(said)?.[1] ?? said;
    return [...before, ...blockOf('text', 'answer', text), withFault(part, text)];
  };

  return (part) => {
    switch (part.type) {
      case 'text-start': {
        if (replacedBlocks(part.providerMetadata).length > 0) latest = undefined;
        const before = aside();
        latest = '';
        return before;
      }
      case 'text-delta':
        latest = (latest ?? '') + part.delta;
        return [];
      case 'text-end':
        return [];
      case 'tool-call':
        if (part.providerExecuted === true && part.toolName === answerTool) given = part.input;
        return [part];
      case 'finished':
        return part.status === 'waiting' ? [...aside(), part] : answer(part);
      default:
        return [part];
    }
  };
}

function blockOf(kind: 'text' | 'reasoning', id: string, delta: string): readonly ViewPart[] {
  return kind === 'text'
    ? [
        { type: 'text-start', id },
        { type: 'text-delta', id, delta },
        { type: 'text-end', id },
      ]
    : [
        { type: 'reasoning-start', id },
        { type: 'reasoning-delta', id, delta },
        { type: 'reasoning-end', id },
      ];
}

/** An answer that is no JSON is none. */
function withFault(part: FinishedPart, text: string): FinishedPart {
  if (part.status !== 'success' || parseJson(text).ok) return part;
  const message = `The agent's answer is not JSON: ${text.slice(0, 500)}`;
  return { ...part, status: 'failed', failure: { code: 'answer_invalid', message } };
}
