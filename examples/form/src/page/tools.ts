import { createPageTools, type PageTools } from '@dragoman/browser';
import { freeTables } from '../shared/free-tables.js';
import { askPerson } from './ask-person.js';

/** What an agent may do here: use the form, and ask which tables are free. Buttons need the person's yes. */
export function createFormTools(form: HTMLFormElement): PageTools {
  return createPageTools({
    root: form,
    allow: '[data-agent-allowed]',
    confirm: (_action, { label }, { signal }) =>
      askPerson(`The agent wants to press “${label}”. May it?`, signal),
    tools: {
      [freeTables.name]: {
        description: freeTables.description,
        inputSchema: freeTables.inputSchema,
        execute: (input) => ({ date: dateIn(input), free: ['16:00', '19:30', '20:15'] }),
      },
    },
  });
}

/** An agent wrote it. */
function dateIn(input: unknown): string {
  const date = typeof input === 'object' && input !== null && 'date' in input && input.date;
  if (typeof date === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(date)) return date;
  throw new Error('Give a date, such as 2030-05-18.');
}

/** The same tools; each call of one is said in words when it is done. */
export function withLog(
  tools: PageTools,
  log: (line: string, toolName: string) => void,
): PageTools {
  return {
    ...tools,
    names: tools.names,
    async call(toolName, input) {
      try {
        const output = await tools.call(toolName, input);
        for (const line of linesAbout(toolName, output)) log(line, toolName);
        return output;
      } catch (error) {
        log(`${toolName} failed: ${error instanceof Error ? error.message : error}`, toolName);
        throw error;
      }
    },
  };
}

interface Report {
  readonly fields?: readonly unknown[];
  readonly report?: { readonly applied: number; readonly warnings: readonly string[] };
  readonly free?: readonly string[];
}

function linesAbout(toolName: string, output: unknown): readonly string[] {
  const { fields, report, free } = output as Report;
  if (fields !== undefined) return [`Looked at ${fields.length} fields`];
  if (report !== undefined) return [`Used ${count(report.applied)}`, ...report.warnings];
  if (free !== undefined) return [`Asked which tables are free: ${free.join(', ')}`];
  return [`Called ${toolName}`];
}

const count = (fields: number): string => (fields === 1 ? '1 field' : `${fields} fields`);
