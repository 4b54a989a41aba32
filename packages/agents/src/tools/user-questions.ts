import type { JsonObject } from '@dragoman/protocol';
import { flagAt, objectsAt, textAt } from '../interpret/json-fields.js';

/** Questions that an agent asks its user, in the common form; undefined when they don't fit it. */
export function userQuestions(fields: JsonObject | undefined): JsonObject[] | undefined {
  const questions = objectsAt(fields, 'questions').map(readQuestion);
  if (questions.length === 0) return undefined;
  return questions.every((question) => question !== undefined) ? questions : undefined;
}

function readQuestion(fields: JsonObject): JsonObject | undefined {
  const question = textAt(fields, 'question');
  const header = textAt(fields, 'header');
  if (question === undefined || header === undefined) return undefined;
  const options = objectsAt(fields, 'options').map((option) => ({
    label: textAt(option, 'label') ?? '',
    description: textAt(option, 'description') ?? '',
  }));
  return { question, header, multiSelect: flagAt(fields, 'multiSelect') ?? false, options };
}
