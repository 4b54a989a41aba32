/** A function of the page that an agent may call, as it is offered to the agent and by the page. */
export const freeTables = {
  name: 'freeTables',
  description: 'Gives the times at which a table is free on a day, such as 2030-05-18.',
  inputSchema: {
    type: 'object',
    properties: { date: { type: 'string', format: 'date' } },
    required: ['date'],
  },
} as const;
