import type { Gateway, ListenOptions } from '../contract.js';
import { serveGateway } from '../server/serve-gateway.js';
import { answerRequest } from './answer-request.js';
import { openScriptTurn, type ScriptTurnOptions } from './script-turn.js';

/** Defaults for turns. */
export interface ScriptGatewayOptions extends ScriptTurnOptions {
  listen?: ListenOptions;
  /**
   * Told what failed inside the gateway, an `onRequest` included, while the client is only told
   * that something did. Without it, Node prints a warning: a failure is never just gone.
   */
  onFailure?(error: unknown): unknown;
}

/**
 * Starts a model that follows a script instead of thinking. It speaks OpenAI Responses, Anthropic
 * Messages and Gemini generateContent, so that real agents run offline and the same way each time.
 *
 * @example
 * const gateway = await startScriptGateway();
 * const pass = gateway.admit({ script: await loadScript('hello.yaml') });
 * // ANTHROPIC_BASE_URL = gateway.url, ANTHROPIC_API_KEY = pass.token
 */
export function startScriptGateway(
  options: ScriptGatewayOptions = {},
): Promise<Gateway<ScriptTurnOptions>> {
  const { listen, onFailure, ...general } = options;
  let turns = 0;
  return serveGateway({
    ...(listen === undefined ? {} : { listen }),
    open: (turn: ScriptTurnOptions) => {
      turns += 1;
      return openScriptTurn({ ...general, ...turn }, turns);
    },
    handle: answerRequest,
    ...(onFailure === undefined ? {} : { onFailure }),
  });
}
