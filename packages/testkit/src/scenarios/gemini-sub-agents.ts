import { type FreshScenarios, resumed, signalled, tool } from './scenario.js';

const ask = (prompt: string) => tool('invoke_agent', { agent_name: 'generalist', prompt });
const done = (response: string) => tool('complete_task', { result: { response } });

/** What Gemini CLI leaves to other agents. */
export const geminiSubAgentScenarios: FreshScenarios = {
  'a sub-agent': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, tool('invoke_agent', { agent_name: 'generalist', prompt: 'Count.' })],
      [{ think: 'I count.' }, { say: 'One.' }, { run: 'echo 1' }],
      tool('complete_task', { result: { response: 'one' } }),
      { actions: [{ say: 'It counted.' }], times: 2 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a sub-agent that investigates': {
    onlyDeep: true,
    steps: [
      tool('codebase_investigator', { objective: 'Find it.' }),
      tool('list_directory', { dir_path: '.', path: '.' }),
      tool('complete_task', {
        report: { SummaryOfFindings: 'found', ExplorationTrace: [], RelevantLocations: [] },
      }),
      { say: 'It looked.' },
    ],
  },
  'a sub-agent that gives up': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, tool('codebase_investigator', { objective: 'Find it.' })],
      // It is asked once more for what it found.
      { say: 'I give up.' },
      { say: 'I do.' },
      { say: 'It gave up.' },
    ],
  },
  'a sub-agent of the project, and one that is not there': {
    onlyDeep: true,
    files: {
      '.gemini/agents/plum.md':
        '---\nname: plum\ndescription: Knows plums.\ntools: [run_shell_command]\n---\nYou know plums.\n',
    },
    steps: [
      tool('invoke_agent', { agent_name: 'plum', prompt: 'Count.' }),
      [{ say: 'One.' }, { run: 'echo 1' }],
      tool('complete_task', { result: 'one' }),
      tool('invoke_agent', { agent_name: 'nobody', prompt: 'Count.' }),
      { say: 'It counted.' },
    ],
  },
  'a sub-agent whose model refuses': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, tool('invoke_agent', { agent_name: 'generalist', prompt: 'Count.' })],
      { run: 'echo 1' },
      { fault: { status: 400, message: 'No more.', times: 1 }, actions: [{ say: 'Failed.' }] },
      { say: 'On.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'sub-agents at once': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, ask('Count.'), ask('Count.')],
      { actions: [{ run: 'echo 1' }], times: 2 },
      { actions: [done('one')], times: 2 },
      { say: 'They counted.' },
      { say: 'On.' },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'retries in a sub-agent': {
    onlyDeep: true,
    steps: [
      [{ say: 'I ask.' }, ask('Count.')],
      {
        fault: { status: 500, message: 'Not now', times: 1 },
        actions: [{ think: 'I count.' }, { say: 'One.' }, { run: 'echo 1' }],
      },
      {
        fault: { cut: true, after: 3, times: 1 },
        actions: [{ say: 'A text that is cut, and then is not.' }, { run: 'echo 2' }],
      },
      done('two'),
      { actions: [{ say: 'It counted.' }], times: 3 },
    ],
    turns: [{ prompt: 'begin' }, resumed('go on')],
  },
  'a signal while a sub-agent works': {
    onlyDeep: true,
    steps: [
      [{ say: 'Waiting.' }, ask('Count.')],
      { run: 'touch begun; sleep 60' },
      { say: 'Back again.' },
      { say: 'More.' },
    ],
    turns: [
      signalled('SIGINT', { onceItCalls: 'invoke_agent' }),
      resumed('go on'),
      resumed('more'),
    ],
  },
};
