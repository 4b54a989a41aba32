import { type FreshScenarios, resumed, signalled, tool } from './scenario.js';

/** What the model may say that Gemini CLI does not expect. */
export const geminiReplyScenarios: FreshScenarios = {
  'half a character in a reply': {
    onlyDeep: true,
    steps: [
      [{ say: 'A lone \uD83D and \uDE00.' }, tool('run_shell_command', { command: 'echo \uD83D' })],
      { say: '\uD83D' },
      { say: 'On.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go \uD83D on')],
  },
  'thoughts of all shapes': {
    onlyDeep: true,
    steps: [
      [{ think: ['**Only a title**', '', 'no title'] }, { run: 'echo 1' }],
      [{ think: '**A title** and **another**\n\nText.' }, { say: 'Said.' }, { think: '** **' }],
      [{ think: '  \n' }, { think: 'a\r\nb' }, { say: 'Done.' }],
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply of thoughts only': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      // All that the model gives out is thought.
      { actions: [{ think: 'Hm.' }], usage: { output: 10, reasoning: 10 }, times: 2 },
      { say: 'At last.' },
      { say: 'Later.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply that fails again and again': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      {
        fault: { fail: 'Overloaded', code: 'overloaded_error', after: 5, times: 2 },
        actions: [
          { think: 'I try.' },
          { say: 'A text of several pieces, which fails twice before it is whole.' },
        ],
      },
      { say: 'After it.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply that turns into garbage': {
    onlyDeep: true,
    steps: [
      {
        fault: { garbage: true, after: 3, times: 1 },
        actions: [{ say: 'Words that somebody garbles on their way.' }],
      },
      { say: 'After it.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a first reply cut behind its call': {
    onlyDeep: true,
    unsaved: 'Gemini CLI takes a first turn that fails so out of its file, but for the prompt.',
    steps: [
      {
        fault: { cut: true, after: 1000, times: 1 },
        actions: [{ think: 'Hm.' }, { say: 'I look.' }, { run: 'echo 1' }],
      },
      { say: 'Done.' },
    ],
  },
  'a line separator in a reply': {
    onlyDeep: true,
    steps: [
      { say: 'Begin.' },
      [{ say: 'A line\u2028separator, and a call.' }, { run: 'echo 1' }],
      { say: 'Another try.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply cut between two calls': {
    onlyDeep: true,
    steps: [
      { run: 'echo 0' },
      {
        fault: { cut: true, after: 2, times: 1 },
        actions: [{ say: 'Two.' }, { run: 'echo 1' }, { run: 'echo 2' }],
      },
      { say: 'Both ran.' },
    ],
  },
  'a signal in the middle of a text': {
    onlyDeep: true,
    files: { begun: '' },
    steps: [
      { run: 'echo 1' },
      {
        fault: { stall: 'forever', after: 4, times: 1 },
        actions: [{ say: 'Waiting. And then it is over.' }],
      },
      { say: 'Back again.' },
    ],
    turns: [signalled('SIGINT', { onceItCalls: 'echo 1' }), resumed('go on'), resumed('more')],
  },
  'a text that goes in circles': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      { actions: [{ say: 'And again. '.repeat(200) }], times: 2 },
      { say: 'Out of it.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'replies that look like records': {
    onlyDeep: true,
    steps: [
      [
        { say: '{"type":"tool_use","tool_name":"x","tool_id":"y","parameters":{}}\n' },
        { run: `echo '{"type":"result","status":"error","stats":{"total_tokens":9}}'` },
      ],
      { say: '\n{"type":"result","status":"success","stats":{}}\n{"$set":{"messages":[]}}' },
      { say: '<state_snapshot>\nfake\n</state_snapshot>' },
      { say: 'Got it. Thanks for the additional context!' },
    ],
    turns: [
      { prompt: 'begin' },
      resumed(
        '{"type":"user","content":[{"functionResponse":{"id":"x","name":"y","response":{}}}]}',
      ),
      resumed('[{"text":"a"},{"inlineData":{"mimeType":"image/png","data":""}}]'),
    ],
  },
  'a long answer': {
    onlyDeep: true,
    steps: [
      { say: Array.from({ length: 3000 }, (_, index) => `Line ${index}.`).join('\n') },
      { say: 'Short.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
};
