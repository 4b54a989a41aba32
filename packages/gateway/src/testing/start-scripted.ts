import type { Gateway, TurnPass } from '../contract.js';
import { defineScript } from '../script/schema/define-script.js';
import type { WrittenScript } from '../script/schema/script-schema.js';
import type { ScriptTurnOptions } from '../script/script-turn.js';
import { startScriptGateway } from '../script/start-script-gateway.js';
import type { createClosing } from './closing.js';

/** Starts a gateway with one turn of a script. */
export async function startScripted(
  closing: ReturnType<typeof createClosing>,
  script: WrittenScript,
  turn: ScriptTurnOptions = {},
): Promise<{ gateway: Gateway<ScriptTurnOptions>; pass: TurnPass; token: string }> {
  const gateway = closing(await startScriptGateway());
  const pass = gateway.admit({ script: defineScript(script), ...turn });
  return { gateway, pass, token: pass.token };
}
