import { useChat } from '@ai-sdk/react';
import { useBrowserToolHandler } from '@giselles-ai/browser-tool/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai-v6';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const schema = { type: 'object' };
const tools = [
  { name: 'getFormSnapshot', event: 'snapshot_request', input_schema: schema },
  { name: 'executeFormActions', event: 'execute_request', input_schema: schema },
];

const transport = new DefaultChatTransport({
  api: new URLSearchParams(location.search).get('api') ?? '',
  body: { agent: 'former', tools },
});

/** A chat as the predecessor's documentation has it. */
function Chat() {
  const browserTool = useBrowserToolHandler();
  const { addToolOutput, messages, sendMessage, error } = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    ...browserTool,
  });
  // Its type knows outputs of any tool; that of this chat knows no tool.
  browserTool.connect(addToolOutput as Parameters<typeof browserTool.connect>[0]);
  return h(
    'main',
    null,
    h('input', { 'aria-label': 'Count', defaultValue: '1' }),
    h('button', { type: 'button', onClick: () => sendMessage({ text: 'Order three.' }) }, 'Send'),
    h('output', null, JSON.stringify({ messages, error: error?.message })),
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(h(Chat));
