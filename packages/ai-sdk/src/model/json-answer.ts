import { type JsonObject, parseJson } from '@dragoman/protocol';
import { z } from 'zod';
import type { ModelPart } from '../mapping/model-part.js';
import { TurnFailure } from '../mapping/turn-failure.js';

const FENCED = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/;

export interface JsonAnswer {
  push(parts: readonly ModelPart[]): ModelPart[];
}

/**
 * Lets one text through as the answer, the last, and only when it is JSON that follows the schema:
 * otherwise the turn has failed. An agent says other things before its answer; those become reasoning,
 * for a caller puts all texts together and parses them.
 *
 * @param answerTools the tools by which the agent gives such an answer, where it has one
 */
export function createJsonAnswer(
  schema: JsonObject | undefined,
  answerTools: readonly string[] = [],
): JsonAnswer {
  const expected = readSchema(schema);
  /** What was said last. */
  let latest: string | undefined;
  /** What was given by the tool for answers. It wins over whatever is said beside it. */
  let given: string | undefined;
  let isFailed = false;
  let asides = 0;

  const emitAside = (parts: ModelPart[]): void => {
    if (latest === undefined) return;
    asides += 1;
    const id = `aside-${asides}`;
    parts.push(
      { type: 'reasoning-start', id },
      { type: 'reasoning-delta', id, delta: latest },
      { type: 'reasoning-end', id },
    );
    latest = undefined;
  };
  const emitAnswer = (parts: ModelPart[]): TurnFailure | undefined => {
    if (given !== undefined) emitAside(parts);
    const answer = given ?? latest;
    const text = jsonOf(answer ?? '');
    if (answer !== undefined) {
      parts.push(
        { type: 'text-start', id: 'answer' },
        { type: 'text-delta', id: 'answer', delta: text },
        { type: 'text-end', id: 'answer' },
      );
    }
    const fault = faultOf(text, expected);
    return fault === undefined ? undefined : new TurnFailure('answer_invalid', fault);
  };

  const take = (part: ModelPart, parts: ModelPart[]): void => {
    switch (part.type) {
      case 'text-start':
        emitAside(parts);
        latest = '';
        return;
      case 'text-delta':
        latest = (latest ?? '') + part.delta;
        return;
      case 'text-end':
        return;
      case 'error':
        isFailed = true;
        parts.push(part);
        return;
      case 'tool-call':
        if (part.providerExecuted && answerTools.includes(part.toolName)) given = part.input;
        parts.push(part);
        return;
      case 'finish': {
        // The answer is still to come.
        if (part.finishReason.unified === 'tool-calls') {
          emitAside(parts);
          parts.push(part);
          return;
        }
        const isComplete = part.finishReason.unified === 'stop' && !isFailed;
        const failure = emitAnswer(parts);
        if (!isComplete || failure === undefined) parts.push(part);
        else {
          const finishReason = { unified: 'error' as const, raw: failure.code };
          parts.push({ type: 'error', error: failure }, { ...part, finishReason });
        }
        return;
      }
      default:
        parts.push(part);
    }
  };

  return {
    push(parts) {
      const passed: ModelPart[] = [];
      for (const part of parts) take(part, passed);
      return passed;
    },
  };
}

function jsonOf(text: string): string {
  return FENCED.exec(text)?.[1] ?? text;
}

/** What is wrong with an answer, in words; nothing where nothing is. */
function faultOf(text: string, schema: z.ZodType | undefined): string | undefined {
  const parsed = parseJson(text);
  if (!parsed.ok) return `The agent's answer is not JSON: ${text.slice(0, 500)}`;
  const checked = schema?.safeParse(parsed.value);
  if (checked === undefined || checked.success) return undefined;
  return `The agent's answer doesn't follow the schema: ${z.prettifyError(checked.error)}`;
}

/** Schemas come from anywhere; what we can't read, the SDK still checks by its own. */
function readSchema(schema: JsonObject | undefined): z.ZodType | undefined {
  if (schema === undefined) return undefined;
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return undefined;
  }
}
