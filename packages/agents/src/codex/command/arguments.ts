import { DragomanError, deriveId } from '@dragoman/protocol';
import type { CommandPart, Permission, TurnRequest } from '../../agent-command.js';
import { sessionToContinue } from '../../check-request.js';
import { compareVersions } from '../../version-support.js';

/** The modes of Codex's own sandbox. `exec` never asks a person in any of them. */
const SANDBOXES: Readonly<Record<Permission, string>> = {
  default: 'read-only',
  plan: 'read-only',
  acceptEdits: 'workspace-write',
  bypass: 'danger-full-access',
};

/** What Codex may do, as arguments. */
export function postureArguments(request: TurnRequest): string[] {
  const { permission = 'default' } = request;
  if (request.codex?.dangerouslyBypassApprovalsAndSandbox !== true) {
    return ['--sandbox', SANDBOXES[permission]];
  }
  if (request.permission === undefined || request.permission === 'bypass') {
    return ['--dangerously-bypass-approvals-and-sandbox'];
  }
  throw new DragomanError(
    'invalid_request',
    `Permission \`${request.permission}\` and \`dangerouslyBypassApprovalsAndSandbox\` contradict each other: ask for one of them.`,
  );
}

/**
 * One `--image=FILE` for each image. Without the `=` the option takes all that follows, the `-`
 * for the prompt included.
 */
export function imageArguments({ images = [] }: TurnRequest): string[] {
  return images.map((path) => `--image=${checkPath(path)}`);
}

/** Codex takes a comma for the end of a path, and only the model learns that there is no such file. */
function checkPath(path: string): string {
  if (path !== '' && !path.includes(',')) return path;
  throw new DragomanError(
    'invalid_request',
    `Codex can't be given the image ${JSON.stringify(path)}: its path must not be empty or hold a comma. Rename or copy it.`,
  );
}

/** The schema of the answer, which Codex wants in a file. */
export function schemaFile({ outputSchema, home }: TurnRequest): Omit<CommandPart, 'env'> {
  if (outputSchema === undefined) return { args: [], files: {} };
  const content = `${JSON.stringify(outputSchema, undefined, 2)}\n`;
  // Named for what it holds: turns that share a HOME don't write over each other's schema.
  const path = `.codex/output-schemas/${deriveId(content)}.json`;
  return { args: ['--output-schema', `${home}/${path}`], files: { [path]: content } };
}

/** An empty id is ignored, and one that begins with a dash is read as an option such as `--last`. */
const SESSION_ID = /^[^\s-]\S*$/;

/**
 * The subcommand that continues a session, if one is asked for. It stands after all options: up to
 * 0.72 `resume` takes almost none of them, and in no version all.
 */
export function sessionArguments(request: TurnRequest): string[] {
  const session = sessionToContinue('codex', request, SESSION_ID);
  return session === undefined ? [] : [session.how, session.id];
}

const LIMITED_SINCE = '0.113.0';
const MOST_CHARACTERS = 1_048_576;

/** From 0.113 on Codex refuses long prompts, counted in Unicode characters, after it has started. */
export function checkPromptLength({ prompt, version }: TurnRequest): void {
  if (prompt.length <= MOST_CHARACTERS || compareVersions(version, LIMITED_SINCE) < 0) return;
  const characters = countCharacters(prompt);
  if (characters <= MOST_CHARACTERS) return;
  throw new DragomanError(
    'prompt_too_long',
    `The prompt has ${characters} characters; codex ${version} takes ${MOST_CHARACTERS}. Put the text into a file in the workspace and name it in the prompt.`,
  );
}

/** What text has as UTF-16, less one for each pair that is one character. */
function countCharacters(text: string): number {
  let pairs = 0;
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) pairs += 1;
  return text.length - pairs;
}
