const OPENING = '<untrusted_context>\n';
const CLOSING = '\n</untrusted_context>';
const ESCAPED = '&lt;/untrusted_context&gt;';

/** What stands between the tags in which Gemini CLI wraps what comes from outside, from 0.51 on. */
export function unwrapUntrusted(text: string): string {
  if (!text.startsWith(OPENING)) return text;
  const end = text.lastIndexOf(CLOSING);
  if (end < OPENING.length - 1) return text;
  const inner = text.slice(OPENING.length, Math.max(end, OPENING.length));
  const after = text.slice(end + CLOSING.length);
  const own = inner.includes(ESCAPED) ? inner.replaceAll(ESCAPED, CLOSING.slice(1)) : inner;
  return own + after;
}
