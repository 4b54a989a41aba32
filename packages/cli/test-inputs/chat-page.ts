import { useChat } from '@ai-sdk/react';
import { useBrowserToolHandler } from '@dragoman/browser/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithToolCalls } from 'ai-v6';
import { createElement as h, useState } from 'react';
import { createRoot } from 'react-dom/client';

const schema = { type: 'object' };
const tools = [
  { name: 'getFormSnapshot', event: 'snapshot_request', input_schema: schema },
  { name: 'executeFormActions', event: 'execute_request', input_schema: schema },
  { name: 'total', input_schema: schema },
  { name: 'broken', input_schema: schema },
];

const transport = new DefaultChatTransport({
  api: new URLSearchParams(location.search).get('api') ?? '',
  body: { agent: 'filler', tools },
});

/** A chat about a form of the same page. */
function Chat() {
  const [count, setCount] = useState('1');
  const answer = useBrowserToolHandler({
    root: () => document.querySelector('form'),
    tools: {
      total: {
        description: 'What it costs.',
        inputSchema: schema,
        execute: () => ({ euro: Number(count) * 2 }),
      },
      broken: {
        description: 'Fails.',
        inputSchema: schema,
        execute: () => Promise.reject(new Error('The till is closed.')),
      },
    },
  });
  const { messages, sendMessage, addToolOutput, error } = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall: ({ toolCall }) => answer({ toolCall, addToolOutput }),
  });
  const field = h('input', {
    'aria-label': 'Count',
    value: count,
    onChange: (event) => setCount(event.currentTarget.value),
  });
  return h(
    'main',
    null,
    h('form', null, field),
    h('button', { type: 'button', onClick: () => sendMessage({ text: 'Order three.' }) }, 'Send'),
    h('output', null, JSON.stringify({ messages, error: error?.message })),
  );
}

createRoot(document.body.appendChild(document.createElement('div'))).render(h(Chat));
