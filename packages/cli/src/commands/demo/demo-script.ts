import { defineScript, type Script } from '@dragoman/gateway';

export const DEMO_PROMPT = 'The greeting is rather curt. Please make it friendlier.';

/** The files in the workspace before the demo. */
export const DEMO_FILES: Readonly<Record<string, string>> = { 'greeting.txt': 'hi\n' };

/** The answers of the scripted model. The agent that executes them is real. */
export const DEMO_SCRIPT: Script = defineScript({
  name: 'demo',
  usage: { input: 1200, cached: 800, output: 60, reasoning: 20 },
  steps: [
    [
      { think: 'First see what is there.' },
      { say: 'I will look at the greeting first.' },
      { run: 'ls -l && cat greeting.txt' },
    ],
    [
      { think: 'One word is curt. A line of welcome and a note of why will do.' },
      {
        patch: [
          { update: 'greeting.txt', old: 'hi', new: 'Good day, and welcome!' },
          { add: 'NOTES.md', content: '# Notes\n\nThe greeting is friendlier now.\n' },
        ],
      },
    ],
    { run: 'cat greeting.txt NOTES.md' },
    { say: 'Done: greeting.txt now says "Good day, and welcome!", and NOTES.md says why.' },
  ],
});
