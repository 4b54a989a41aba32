import {
  type FormTool,
  formOutputFault,
  formTools,
  relayAnswerBody,
} from '@dragoman/protocol/http';
import type { ToolAnswer } from '@dragoman/runtime';
import { faultOf } from '../body/checked.js';
import type { PageRequest } from './page-requests.js';

type RequestType = PageRequest['type'];

/** What a page has sent, as the turn takes it, or what is wrong with it. */
export type ReadAnswer =
  | { readonly ok: true; readonly answer: ToolAnswer }
  | { readonly ok: false; readonly fault: string };

const RESPONSE: Readonly<Record<RequestType, string>> = {
  snapshot_request: 'snapshot_response',
  execute_request: 'execute_response',
  tool_request: 'tool_response',
};

/** @param type of the request that it is for, where that is known */
export function readAnswer(body: unknown, type: RequestType | undefined): ReadAnswer {
  const read = faultOf(body, relayAnswerBody);
  if (read.fault !== undefined) return { ok: false, fault: read.fault };
  const { data } = read;
  if (data.type === 'error_response') return { ok: true, answer: { error: data.message } };
  if (data.type === 'leave') return { ok: false, fault: 'it answers nothing' };
  if (type !== undefined && data.type !== RESPONSE[type]) {
    const fault = `a ${type} is answered by ${RESPONSE[type]} or error_response, and not by ${data.type}`;
    return { ok: false, fault };
  }
  switch (data.type) {
    case 'snapshot_response': {
      const { fields, page } = data;
      return checkedOutput(formTools.getFormSnapshot, { fields, ...(page && { page }) });
    }
    case 'execute_response':
      return checkedOutput(formTools.executeFormActions, { report: data.report });
    case 'tool_response':
      return { ok: true, answer: { output: data.output } };
  }
}

function checkedOutput(tool: FormTool, output: object): ReadAnswer {
  const fault = formOutputFault(tool, output);
  return fault === undefined ? { ok: true, answer: { output } } : { ok: false, fault };
}

/** What the agent reads in place of an answer that can't be used. */
export function wordsForAgent(fault: string): string {
  return `The page answered with something that can't be used: ${fault.replace(/\.$/, '')}. Look at the page again, or go on without it.`;
}
