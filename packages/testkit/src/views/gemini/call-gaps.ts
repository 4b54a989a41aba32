import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject, parseJson, parseMcpToolName } from '@dragoman/protocol';
import { isTool, isUnanswered, keyOf, type ToolBlock } from '../level-views.js';
import type { SessionViews } from '../session-views.js';
import type { ViewGap } from '../view-gap.js';
import { leaveOutSurplus } from './leave-out-surplus.js';

/** What only one view says of which calls were made. */
export const callGaps: readonly ViewGap[] = [
  {
    id: 'servers-of-tools',
    missingIn: 'live',
    what: 'which MCP server a tool is of, where no other has one of that name',
    until: '0.32.1',
    level: forgetServers,
  },
  {
    id: 'paths-of-edits',
    missingIn: 'saved',
    what: 'the path of an edit as the model wrote it: the file has all of the path',
    until: '0.33.2',
    level: shortenPaths,
  },
  {
    id: 'context-of-searches',
    missingIn: 'saved',
    what: 'that the model asked for no lines around what a search finds: where ripgrep finds little, the file has how many Gemini CLI chose to show',
    since: '0.44.0',
    level: forgetContext,
  },
  {
    id: 'running-calls',
    missingIn: 'saved',
    what: 'calls that were running when Gemini CLI was stopped',
    level: (views) => leaveOutSurplus(views, isUnanswered),
  },
  {
    id: 'changed-inputs',
    missingIn: 'live',
    what: 'that a hook changed the input of a call: live has the input that the model gave, the file the one that was used',
    since: '0.24.0',
    unproven: { since: '0.21.3 doesn’t show it; 0.22.4, the one between, was not tried' },
    level: takeChangedInputs,
  },
];

/** Only where the live view has a call of the bare name with that input. */
function forgetServers({ live, saved }: SessionViews): SessionViews {
  const bare = new Set(live.blocks.flatMap((block) => (isTool(block) ? keyOf(block) : [])));
  const blocks = saved.blocks.map((block) => {
    const name = isTool(block) ? parseMcpToolName(block.name)?.tool : undefined;
    if (!isTool(block) || name === undefined) return block;
    const renamed = { ...block, name };
    return bare.has(keyOf(renamed)) ? renamed : block;
  });
  return { live, saved: { ...saved, blocks } };
}

/** Only as many calls as the file says it of, each with the call that stands where it does. */
function takeChangedInputs({ live, saved }: SessionViews): SessionViews {
  const used = saved.blocks.filter(isTool);
  let left = saved.changedInputs ?? 0;
  let next = 0;
  const blocks = live.blocks.map((block) => {
    if (!isTool(block)) return block;
    const same = used[next];
    next += 1;
    if (left === 0 || same?.name !== block.name || same.input === block.input) return block;
    left -= 1;
    return { ...block, input: same.input };
  });
  return { saved, live: { ...live, blocks } };
}

/** Only where the live view has an edit that is the same, of a path with which that of the file ends. */
function shortenPaths({ live, saved }: SessionViews): SessionViews {
  const edits = live.blocks.filter(isTool).filter(({ name }) => EDITS.has(name));
  const blocks = saved.blocks.map((block) => {
    if (!isTool(block) || !EDITS.has(block.name)) return block;
    const same = edits.find((edit) => edit.name === block.name && isShortened(edit, block));
    return same === undefined ? block : { ...block, input: same.input };
  });
  return { live, saved: { ...saved, blocks } };
}

const EDITS: ReadonlySet<string> = new Set(['Edit', 'Write']);

function isShortened({ input: short }: ToolBlock, { input: whole }: ToolBlock): boolean {
  const { file_path: path, ...rest } = inputOf(short);
  const { file_path: absolute, ...others } = inputOf(whole);
  if (typeof path !== 'string' || typeof absolute !== 'string') return false;
  return absolute.endsWith(`/${path}`) && isDeepStrictEqual(rest, others);
}

/** How many lines Gemini CLI shows around one match, and around two or three. */
const CHOSEN: ReadonlySet<unknown> = new Set([50, 15]);

/** Only where the live view has a search that is the same but for the lines around. */
function forgetContext({ live, saved }: SessionViews): SessionViews {
  const searches = live.blocks.filter(isTool).filter(({ name }) => name === 'Grep');
  const blocks = saved.blocks.map((block) => {
    if (!isTool(block) || block.name !== 'Grep') return block;
    const { '-C': lines, ...rest } = inputOf(block.input);
    if (!CHOSEN.has(lines)) return block;
    const same = searches.find(({ input }) => isDeepStrictEqual(inputOf(input), rest));
    return same === undefined ? block : { ...block, input: same.input };
  });
  return { live, saved: { ...saved, blocks } };
}

function inputOf(input: string): JsonObject {
  const parsed = parseJson(input);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
}
