import { tool } from 'ai';
import { z } from 'zod';

/**
 * What the agent may ask of the page. These tools have no `execute`: a call goes to the browser, and
 * the agent waits, in the middle of its turn, until the page has answered.
 */
export const clientTools = {
  ask_person: tool({
    description:
      'Asks the person in front of the screen to choose. Use it when a decision is theirs: taste, names, anything that can only be guessed from the files.',
    inputSchema: z.object({
      question: z.string().min(1),
      choices: z
        .array(
          z.object({
            label: z.string().min(1),
            hint: z.string().optional().describe('A few words on what it means.'),
            colour: z.string().optional().describe('A swatch beside the label, such as #4f7f56.'),
          }),
        )
        .max(8)
        .describe('What is offered. The person may also answer in other words.'),
    }),
    outputSchema: z.object({ answer: z.string() }),
  }),
  paint_page: tool({
    description: 'Gives the page of this chat another accent colour, at once.',
    inputSchema: z.object({
      colour: z
        .string()
        .regex(/^#[0-9a-f]{6}$/i)
        .describe('Such as #4f7f56.'),
      name: z.string().min(1).describe('What the colour is called.'),
    }),
    outputSchema: z.object({ painted: z.string() }),
  }),
};
