/** How a piece of context begins, and how it ends where its end is fixed. */
interface Marker {
  readonly kind: string;
  readonly opens: string;
  readonly closes?: string;
}

/** What Codex puts into the conversation in the user's name, by version in order of appearance. */
const MARKERS: readonly Marker[] = [
  tag('environment_context'),
  tag('user_instructions'),
  { kind: 'user_instructions', opens: '# AGENTS.md instructions', closes: '</INSTRUCTIONS>' },
  tag('turn_aborted'),
  tag('user_shell_command'),
  tag('user_action'),
  tag('subagent_notification'),
  tag('skill'),
  tag('model_switch'),
  tag('hook_prompt'),
  tag('goal_context'),
  tag('codex_internal_context'),
  tag('recommended_plugins'),
  tag('permissions instructions'),
  tag('skills_instructions'),
  tag('plugins_instructions'),
  tag('apps_instructions'),
  tag('environments_instructions'),
  tag('collaboration_mode'),
  tag('multi_agent_mode'),
  tag('personality_spec'),
  tag('realtime_conversation'),
  tag('context_window'),
  tag('context_window_guidance'),
  tag('image_resize_notice'),
  tag('rollout_budget'),
  { kind: 'external_context', opens: '<external_' },
  {
    kind: 'compaction_summary',
    opens: 'Another language model started to solve this problem and produced a summary',
  },
  { kind: 'warning', opens: 'Warning: apply_patch was requested via ' },
  { kind: 'warning', opens: 'Warning: The maximum number of unified exec processes you can' },
  { kind: 'warning', opens: 'Warning: Your account was flagged for potentially high-risk cyber' },
];

/** What sort of context a text is by its looks; undefined for one that looks like speech. */
export function contextKind(text: string): string | undefined {
  const start = text.trimStart();
  const first = start.charCodeAt(0);
  if (first !== LESS_THAN && first !== HASH && first !== LETTER_A && first !== LETTER_W) {
    return undefined;
  }
  const whole = start.trimEnd();
  const marker = MARKERS.find(
    ({ opens, closes }) =>
      whole.startsWith(opens) && (closes === undefined || whole.endsWith(closes)),
  );
  return marker?.kind;
}

const LESS_THAN = 0x3c;
const HASH = 0x23;
const LETTER_A = 0x41;
const LETTER_W = 0x57;

function tag(name: string): Marker {
  const kind = name.replace(' ', '_');
  return { kind, opens: `<${name}`, closes: `</${name}>` };
}
