import { DragomanError } from '@dragoman/protocol';
import type { AgentCommand, Permission, TurnRequest } from '../agent-command.js';
import { baseEnvironment, TEMPORARY_DIRECTORY } from '../base-environment.js';
import { checkRequest, sessionToContinue } from '../check-request.js';
import { unversionedAccess } from '../model-access.js';
import { geminiAbilities } from './abilities.js';
import { mcpServers } from './command/mcp.js';
import { turnSettings } from './command/settings.js';
import { geminiKeys } from './keys.js';

/** Always named: otherwise Gemini CLI asks another model which model to use. */
const DEFAULT_MODEL = 'gemini-2.5-pro';

const SESSION_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const APPROVAL_MODES: Readonly<Record<Permission, string>> = {
  default: 'default',
  plan: 'plan',
  acceptEdits: 'auto_edit',
  bypass: 'yolo',
};

/** Before, all requests go through a proxy, those to loopback included. */
const EXEMPTS_HOSTS_SINCE = '0.44.0';

/**
 * `gemini --output-format stream-json` with the prompt on stdin. The caller's options stand before
 * ours, so that one which takes any number of values ends there.
 */
export function geminiCommand(request: TurnRequest): AgentCommand {
  checkRequest('gemini', geminiAbilities, request);
  const { permission = 'default', model = DEFAULT_MODEL } = request;
  // Also for Google's own address: otherwise a `.env` file in the workspace could name another, and
  // get the key.
  const access = unversionedAccess(request.endpoint, geminiKeys, 'v1beta');
  const session = sessionToContinue('gemini', request, SESSION_ID);
  const mcp = mcpServers(request);
  const stdin = promptOf(request);
  const settings = { ...turnSettings(request, model), ...mcp.settings };
  return {
    args: [
      ...(request.extraArgs ?? []),
      ...(session === undefined ? [] : ['--resume', session.id]),
      ...['--output-format', 'stream-json'],
      ...['--approval-mode', APPROVAL_MODES[permission]],
      ...['--model', model],
    ],
    env: {
      ...baseEnvironment(request, access.baseUrl, EXEMPTS_HOSTS_SINCE),
      ...mcp.env,
      GEMINI_API_KEY: access.key,
      GOOGLE_GEMINI_BASE_URL: access.baseUrl,
      // Otherwise the first process starts a second one and doesn't pass signals on.
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // In a folder that it doesn't trust, it ends before the turn starts (exit 55).
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
    },
    stdin,
    files: {
      '.gemini/settings.json': `${JSON.stringify(settings, undefined, 2)}\n`,
      ...mcp.files,
    },
    directories: [TEMPORARY_DIRECTORY],
  };
}

/** The prompt of a turn as Gemini CLI reads it from stdin. */
function promptOf(request: TurnRequest): string {
  const stdin = promptWithImages(request);
  checkLength(stdin, request.version);
  return stdin;
}

/** The prompt, and after it the images by `@path`, which is how Gemini CLI attaches a file. */
function promptWithImages({ prompt, images = [], cwd }: TurnRequest): string {
  if (images.length === 0) return prompt;
  return `${prompt}\n\n${images.map((path) => `@${escaped(inWorkspace(path, cwd))}`).join('\n')}`;
}

/** Escapes all but letters, digits and the usual signs of paths, so that nothing ends the path. */
function escaped(path: string): string {
  return path.replaceAll(/[^\p{L}\p{N}/._-]/gu, '\\$&');
}

/** Gemini CLI silently leaves out a file that is elsewhere. */
function inWorkspace(path: string, cwd: string): string {
  const relative = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const isInside = relative !== '' && !relative.startsWith('/') && !relative.includes('\n');
  if (isInside && !relative.split('/').includes('..')) return relative;
  throw new DragomanError(
    'invalid_request',
    `Gemini CLI can't be given the image ${JSON.stringify(path)}: it reads images only in its workspace. Copy it there.`,
  );
}

const MOST_BYTES = 8 * 1024 * 1024;

/** Gemini CLI reads no more than this from stdin: it cuts off the rest and goes on. */
function checkLength(stdin: string, version: string): void {
  if (stdin.length * 3 <= MOST_BYTES) return;
  const bytes = new TextEncoder().encode(stdin).length;
  if (bytes <= MOST_BYTES) return;
  throw new DragomanError(
    'prompt_too_long',
    `The prompt has ${bytes} bytes; gemini ${version} takes ${MOST_BYTES}. Put the text into a file in the workspace and name it in the prompt.`,
  );
}
