/** What a client is to know of errors that other packages raise, by their codes. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_request: 'The agent can’t be given this request as it is.',
  agent_unknown: 'There is no such agent.',
  unsupported_option: 'The agent, in its version here, can’t do what the request asks for.',
  image_unsuitable:
    'An image of the request can’t be used: its content is no PNG, JPEG, GIF or WebP.',
  prompt_empty: 'The prompt is empty: say what the agent is to do.',
  prompt_too_long: 'The prompt is longer than the agent takes.',
  price_unknown:
    'The model has no known price, and this server limits what turns cost. Ask for another model.',
  turn_unknown: 'There is no such turn, or not any more.',
  artifact_unknown: 'The turn has no such artifact.',
  session_unknown: 'There is no such session, or not any more.',
  session_busy: 'Another turn is at work in this session: wait for its end.',
  session_elsewhere:
    'The session belongs to another workspace, or to another server: go on with it there.',
  session_forked: 'The session has forks, or is one, and they need each other.',
  session_unreadable: 'What the agent saved of this session can’t be read.',
  start_pending: 'The turn of this Idempotency-Key is still beginning: send the request again.',
  turn_exists: 'There is a turn with this id.',
  key_missing: 'The server has no key for the provider of this agent.',
  not_ready: 'The server is not ready for turns.',
  sandbox_unavailable: 'The server’s sandbox does not work.',
  sandbox_unsupported: 'The server’s sandbox can’t do what its configuration asks for.',
  sandbox_image_missing: 'The image of the server’s sandbox is missing.',
  image_agent_missing: 'The agent is not in the image of the server’s sandbox.',
  agent_not_installed: 'The agent is not installed on the server.',
  project_untrusted:
    'The workspace has settings that would run programs, and nobody has trusted them.',
  workspace_missing: 'The folder of the workspace is missing.',
  workspace_unsuitable: 'The folder of the workspace can’t be used.',
  login_missing: 'The server has no login for this agent.',
  login_expired: 'The server’s login for this agent has expired.',
  login_unreadable: 'The server’s login for this agent can’t be read.',
  store_unavailable:
    'The server can’t reach what it shares with the others: try again in a moment.',
  state_unusable: 'The server can’t write what turns need.',
  out_of_resources: 'The server has no memory or no open files left: try again in a moment.',
  disk_full: 'The server’s disk is full: nothing can begin until its operator makes room.',
};

/** What the code of an error means for a client. What the server lacks only its operator can mend. */
export function wordsFor(code: string, status: number): string {
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  const words = known ?? `The request is refused: ${code.replaceAll('_', ' ')}.`;
  return status === 503 || status === 507 ? `${words} The server’s log says more.` : words;
}
