/**
 * The tools by which agents give an answer that follows a schema. A list here, and not from the agents
 * themselves: this package runs where they can't be loaded, too.
 */
export const answerTools: readonly string[] = ['StructuredOutput'];
