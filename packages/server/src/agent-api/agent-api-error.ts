import type { ClientError } from '../errors/error-response.js';

const FILES = '/agent-api/files';

/** What stands under the predecessor's names. */
export function isAgentApiPath(path: string): boolean {
  return path.startsWith('/agent-api/');
}

/** Codes that the predecessor had other words for. All others are written in capitals. */
const CODES: Readonly<Record<string, string>> = {
  conversation_busy: 'CHAT_BUSY',
  session_busy: 'CHAT_BUSY',
  artifact_unknown: 'FILE_ERROR',
};

export function agentApiCode(code: string): string {
  return (Object.hasOwn(CODES, code) ? CODES[code] : undefined) ?? code.toUpperCase();
}

/** A failure as the predecessor's clients learn of it. */
export function agentApiError(error: ClientError, path: string): ClientError {
  const { body, status } = error;
  const isFile = path === FILES && status === 400;
  const errorCode = isFile ? 'FILE_ERROR' : agentApiCode(body.errorCode);
  return { ...error, body: { ...body, errorCode } };
}

/** What to do instead of what the predecessor had at a path, and this server has not. */
export function absentOfAgentApi(path: string): string | undefined {
  return path === '/agent-api/build' ? NO_BUILD : undefined;
}

const NO_BUILD =
  'Nothing is built here: the operator of the server chooses agents, workspaces and what is in them, and a run names one by `agent_type`.';
