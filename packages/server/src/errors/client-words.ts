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
  session_elsewhere: 'The session belongs to another workspace: go on with it there.',
  session_forked: 'The session has forks, or is one, and they need each other.',
  session_unreadable: 'What the agent saved of this session can’t be read.',
  turn_exists: 'There is a turn with this id.',
};

/** What the code of an error means for a client. */
export function wordsFor(code: string): string {
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return known ?? `The request is refused: ${code.replaceAll('_', ' ')}.`;
}
