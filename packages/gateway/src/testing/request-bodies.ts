/** Request bodies as agents send them, shortened to what a gateway looks at. */

/** An OpenAI request with tools, holding these items. */
export function openaiBody(...input: unknown[]) {
  return { model: 'gpt', stream: true, tools: [{ type: 'function', name: 'shell' }], input };
}
export const user = (text: string) => ({
  type: 'message',
  role: 'user',
  content: [{ type: 'input_text', text }],
});
export const call = (name: string) => ({
  type: 'function_call',
  name,
  call_id: 'c1',
  arguments: '{}',
});
export const result = (output: string) => ({ type: 'function_call_output', call_id: 'c1', output });
export const environment = (folder: string, date: string) =>
  user(`<environment_context>\n  <cwd>${folder}</cwd>\n  <current_date>${date}</current_date>`);

export const messagesBody = {
  stream: true,
  system: [{ type: 'text', text: 'today is Monday' }],
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
};
export const geminiBody = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] };
