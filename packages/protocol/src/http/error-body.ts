import { z } from 'zod';

/** What a refusal says. */
export const errorBody = z.object({
  ok: z.literal(false),
  errorCode: z.string().describe('For programs; stable.'),
  message: z.string().describe('For people: what happened, and what to do.'),
  turn_id: z
    .string()
    .optional()
    .describe('The turn that is in the way, or that has begun all the same.'),
  first_seq: z
    .int()
    .optional()
    .describe('The first event that is left, where earlier ones are gone.'),
});

/** The same by RFC 9457, for clients that ask for `application/problem+json`. */
export const problemBody = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errorCode: z.string(),
  turn_id: z.string().optional(),
  first_seq: z.int().optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;
export type ProblemBody = z.infer<typeof problemBody>;

/** The status of each code. A code that is missing here is a fault of the server: 500. */
const STATUS: Readonly<Record<string, number>> = {
  invalid_request: 400,
  host_refused: 400,
  agent_unknown: 400,
  agent_not_allowed: 400,
  model_not_allowed: 400,
  workspace_unknown: 400,
  ability_missing: 400,
  unsupported_option: 400,
  image_unsuitable: 400,
  prompt_empty: 400,
  prompt_too_long: 400,
  price_unknown: 400,
  unauthorized: 401,
  origin_refused: 403,
  not_found: 404,
  turn_unknown: 404,
  artifact_unknown: 404,
  session_unknown: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  timeout: 408,
  conversation_busy: 409,
  session_busy: 409,
  session_elsewhere: 409,
  session_forked: 409,
  session_unreadable: 409,
  input_unsupported: 409,
  input_busy: 409,
  turn_exists: 409,
  turn_over: 409,
  regenerate_unsupported: 409,
  idempotency_mismatch: 409,
  start_pending: 409,
  no_browser: 409,
  cursor_expired: 410,
  cursor_beyond_end: 416,
  invalid_response: 422,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_turns: 429,
  too_many_requests: 429,
  budget_exhausted: 429,
  key_missing: 503,
  draining: 503,
  not_ready: 503,
  sandbox_unavailable: 503,
  sandbox_unsupported: 503,
  sandbox_image_missing: 503,
  image_agent_missing: 503,
  agent_not_installed: 503,
  project_untrusted: 503,
  workspace_missing: 503,
  workspace_unsuitable: 503,
  login_missing: 503,
  login_expired: 503,
  login_unreadable: 503,
  state_unusable: 503,
  store_unavailable: 503,
  out_of_resources: 503,
  disk_full: 507,
};

/** All codes that have a status. */
export const errorCodes: readonly string[] = Object.keys(STATUS);

/** The HTTP status for a code. */
export function errorStatus(code: string): number {
  return Object.hasOwn(STATUS, code) ? (STATUS[code] ?? 500) : 500;
}
