const HOOK_CONTEXT = /^<hook_context>[\s\S]*?<\/hook_context>\n\n/;

/** What a hook says at the start of a session stands before the prompt, in both views. */
export interface HookedPrompt {
  /** Empty where no hook said anything. */
  readonly context: string;
  readonly prompt: string;
}

export function splitHookContext(text: string): HookedPrompt {
  const context = HOOK_CONTEXT.exec(text)?.[0] ?? '';
  // A prompt that is nothing but such tags was typed.
  if (context.length === text.length) return { context: '', prompt: text };
  return { context: context.trimEnd(), prompt: text.slice(context.length) };
}
