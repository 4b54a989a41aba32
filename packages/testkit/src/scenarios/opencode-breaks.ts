import { subAgent } from './opencode-only.js';
import { type FreshScenarios, resumed, WAIT } from './scenario.js';
import { mcp, toolServer } from './tool-server.js';

/** Long enough to come in many pieces. */
const LONG = Array.from({ length: 60 }, (_, index) => `word ${index}`).join(' ');

/** A server that is gone as soon as one of its tools is called. */
const DYING_SERVER = toolServer.files['server.mjs'].replace(
  "case 'tools/call':",
  "case 'tools/call':\n      if (params.name === 'fail') process.exit(3);",
);

/** Replies, tools and turns of OpenCode that don't come to their end. */
export const opencodeBreakScenarios: FreshScenarios = {
  'a reply cut in mid-call': {
    onlyDeep: true,
    steps: [
      {
        fault: { cut: true, after: 30, times: 1 },
        actions: [{ say: 'Look.' }, { run: `echo ${LONG}` }],
      },
      { say: 'Done.' },
      { say: 'More.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply cut behind a call': {
    onlyDeep: true,
    steps: [
      {
        fault: { cut: true, after: 14, times: 1 },
        actions: [{ think: 'hm' }, { say: 'Look.' }, { run: 'echo 1' }, { say: LONG }],
      },
      { say: 'Done.' },
      { say: 'More.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a reply that is cut twice': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      {
        fault: { cut: true, after: 8, times: 2 },
        actions: [{ think: 'hm' }, { say: 'First.' }, { say: LONG }, { run: 'echo 2' }],
      },
      [{ say: 'First.' }, { say: 'Done.' }],
    ],
  },
  'a reply that pauses': {
    onlyDeep: true,
    steps: [
      {
        fault: { stall: 3000, after: 4, times: 1 },
        actions: [{ think: 'hm' }, { say: 'Slowly.' }, { run: 'echo 1' }],
      },
      { say: 'Done.' },
    ],
  },
  'a turn that fails, then a resume': {
    onlyDeep: true,
    steps: [
      [{ say: 'Look.' }, { run: 'echo 1' }],
      { fault: { status: 400, message: 'Bad words', times: 1 } },
      [{ say: 'Again.' }, { run: 'echo 2' }],
      { say: 'Done.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a model that is not there': {
    onlyDeep: true,
    steps: [{ say: 'One.' }, { say: 'Two.' }],
    turns: [
      { prompt: 'begin' },
      resumed('ask another', { model: 'anthropic/nobody' }),
      resumed('go on'),
    ],
  },
  'signal upon signal, then a resume': {
    onlyDeep: true,
    steps: [
      WAIT,
      [{ think: 'Again.' }, { say: 'Still waiting.' }, { run: 'touch again; sleep 60' }],
      { say: 'Back again.' },
    ],
    turns: [
      {
        prompt: 'begin',
        interrupt: { signal: 'SIGINT', onceThereIs: 'begun', onceItSays: 'Waiting.' },
      },
      resumed('go on', {
        interrupt: { signal: 'SIGTERM', onceThereIs: 'again', onceItSays: 'Still waiting.' },
      }),
      resumed('the last'),
    ],
  },
  'retries in a sub-agent': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, subAgent('Count.')],
      {
        fault: { status: 529, message: 'Overloaded', times: 1 },
        actions: [{ think: 'hm' }, { say: 'One.' }, { run: 'echo 1' }],
      },
      {
        fault: { cut: true, after: 8, times: 1 },
        actions: [{ say: 'First.' }, { say: 'A text that is cut, then is not.' }],
      },
      { actions: [{ say: 'Two.' }], times: 4 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a signal while a sub-agent works': {
    onlyDeep: true,
    steps: [
      { run: 'echo 1' },
      [{ say: 'I ask.' }, subAgent('Count.')],
      { run: 'echo sub' },
      [{ say: 'I wait.' }, { run: 'touch begun; sleep 60' }],
      { say: 'Back again.' },
    ],
    turns: [
      {
        prompt: 'begin',
        interrupt: { signal: 'SIGTERM', onceThereIs: 'begun', onceItSays: 'I ask.' },
      },
      resumed('go on'),
    ],
  },
  'a tool server that is gone': {
    onlyDeep: true,
    files: { 'server.mjs': DYING_SERVER },
    steps: [mcp('text'), mcp('fail'), { say: 'It is gone.' }],
    turns: [{ prompt: 'begin', mcpServers: toolServer.servers }],
  },
};
