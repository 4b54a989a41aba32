import { isJsonObject, type JsonObject, type OutputBlock, writeJson } from '@dragoman/protocol';
import { objectAt, textAt } from '../../interpret/json-fields.js';
import { imageSource } from '../content/image-source.js';

type Output = string | OutputBlock[];

/** What the model is shown of a result: a text, or texts and images. */
export function outputOf(content: unknown): Output | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const blocks = content.filter(isJsonObject).flatMap(outputBlock);
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.length === blocks.length ? texts.join('\n') : blocks;
}

const BLOCKS: ReadonlyMap<string | undefined, (block: JsonObject) => OutputBlock | undefined> =
  new Map<string | undefined, (block: JsonObject) => OutputBlock | undefined>([
    ['text', (block) => textBlock(textAt(block, 'text'))],
    ['image', imageBlock],
    ['tool_reference', (block) => textBlock(textAt(block, 'tool_name'))],
    ['search_result', (block) => textBlock(textAt(block, 'title') ?? textAt(block, 'source'))],
    ['document', (block) => textBlock(textAt(objectAt(block, 'source'), 'data'))],
  ]);

/** What is of an unknown sort is shown as it was written. */
function outputBlock(block: JsonObject): OutputBlock[] {
  const known = BLOCKS.get(textAt(block, 'type'))?.(block);
  return [known ?? { type: 'text', text: writeJson(block) }];
}

function textBlock(text: string | undefined): OutputBlock | undefined {
  return text === undefined ? undefined : { type: 'text', text };
}

function imageBlock(block: JsonObject): OutputBlock | undefined {
  const source = imageSource(block);
  return source === undefined ? undefined : { type: 'image', source };
}
