import { textAt } from '../../interpret/json-fields.js';
import type { CommonCall } from '../../tools/common-call.js';
import { asItIs, type NativeCall, recast } from './native-call.js';

const URL_IN_TEXT = /https?:\/\/[^\s<>"'`)\]]+/;

/** `web_fetch`: the pages are named somewhere in its prompt. */
export function fetchPage(call: NativeCall): CommonCall {
  const prompt = textAt(call.args, 'prompt');
  const url = textAt(call.args, 'url') ?? URL_IN_TEXT.exec(prompt ?? '')?.[0];
  if (url === undefined) return { ...asItIs('web')(call), tool_name: 'WebFetch' };
  return recast(call, 'WebFetch', 'web', prompt === undefined ? { url } : { url, prompt });
}

/** `google_web_search`. */
export function searchWeb(call: NativeCall): CommonCall {
  const query = textAt(call.args, 'query');
  if (query === undefined) return { ...asItIs('web')(call), tool_name: 'WebSearch' };
  return recast(call, 'WebSearch', 'web', { query });
}
